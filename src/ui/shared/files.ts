import type { SourceFile } from '../../contract/workers';

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

export function pickedFiles(list: FileList | null): SourceFile[] {
  return Array.from(list ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Files of a drop, folders walked. Reads entries before the first await: the browser clears them after the event. */
export function droppedFiles(transfer: DataTransfer): Promise<SourceFile[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null).filter((e) => e !== null);
  const plain = pickedFiles(transfer.files);
  return entries.length > 0 ? walkAll(entries) : Promise.resolve(plain);
}

async function walkAll(entries: readonly FileSystemEntry[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const entry of entries) {
    if (isFile(entry)) files.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) });
    else if (isFolder(entry)) files.push(...(await walkAll(await childrenOf(entry))));
  }
  return files;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  // Chromium hands out at most 100 entries a call; an empty answer is the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}
