export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download starts after this task: revoking at once would cancel it in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const textFile = (text: string, type: string): Blob => new Blob([text], { type: `${type};charset=utf-8` });

export const fileName = (collection: string, suffix: string): string =>
  `${stemOf(collection) || 'collection'}-${suffix}`;

export function fileNames(systems: readonly string[], extension: string): string[] {
  const used = new Set<string>();
  return systems.map((system) => {
    const stem = stemOf(system) || 'system';
    let name = stem;
    for (let n = 2; used.has(name.toLowerCase()); n++) name = `${stem}-${n}`;
    used.add(name.toLowerCase());
    return `${name}.${extension}`;
  });
}

const stemOf = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
