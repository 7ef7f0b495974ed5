/** Hands a text to the browser's download, under a name. Nothing leaves the machine. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download starts after this task: revoking at once would cancel it in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name that every file system takes: letters and digits of any script, the rest as hyphens. */
export function fileName(collection: string, suffix: string): string {
  const stem = collection
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${stem || 'collection'}-${suffix}`;
}
