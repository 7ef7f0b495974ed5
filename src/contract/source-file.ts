/** Files as picked or dropped; `path` keeps the folder, which tells qrels from other tables. */
export interface SourceFile {
  readonly path: string;
  readonly file: Blob;
}
