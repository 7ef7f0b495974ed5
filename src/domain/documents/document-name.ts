import { docId, type DocId } from '../../base/types';

/** Name of the document of a file: its path, with white space as `%20` and so on, since TREC files cannot hold any. */
export const documentName = (path: string): DocId => docId(path.replace(/[\s%]/gu, encodeURIComponent));

/** The file that a document came from: its id is the file's name, or in a table that name, `:` and the row's id. */
export class FilesByDocument {
  private readonly paths: ReadonlyMap<string, string>;

  constructor(paths: Iterable<string>) {
    this.paths = new Map([...paths].map((path) => [documentName(path), path]));
  }

  of(doc: DocId): string | null {
    const own = this.paths.get(doc);
    if (own !== undefined) return own;
    for (let at = doc.indexOf(':'); at >= 0; at = doc.indexOf(':', at + 1)) {
      const path = this.paths.get(doc.slice(0, at));
      if (path !== undefined) return path;
    }
    return null;
  }
}
