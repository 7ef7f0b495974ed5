export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Extension in small letters without the dot, or empty. */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

export function stemOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** A name for the collection in a folder, which may be an archive: `sets/scifact` and `scifact.zip` are “scifact”. */
export function folderName(folder: string): string {
  if (folder === '') return 'Collection';
  return extensionOf(folder) === 'zip' ? stemOf(folder) : baseName(folder);
}

/** What systems, Word and git leave behind: `__MACOSX`, `.DS_Store`, `._corpus.jsonl`, `.git`, `Thumbs.db`, `~$report.docx`. */
export const LEFT_BY_SYSTEMS = /(?:^|\/)(?:__MACOSX\/|\.[^/]|~\$|(?:Thumbs\.db|desktop\.ini)$)/i;

/** With slashes, from the folder that was given. */
export const plainPath = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
