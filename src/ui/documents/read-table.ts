import type { ReadDocuments } from '../../contract/workers';

/** What was read, with one table as it was read again. */
export function withTable(before: ReadDocuments, again: ReadDocuments, path: string): ReadDocuments {
  const report = again.files.find((file) => file.path === path);
  const table = again.tables.find((each) => each.path === path);
  const own = again.docs.filter(({ file }) => file === path);
  // In the order of the files, as all that was read is.
  const order = new Map(before.files.map((file, i) => [file.path, i]));
  const docs = [...before.docs.filter(({ file }) => file !== path), ...own];
  return {
    ...before,
    docs: docs.sort((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0)),
    files: before.files.map((file) => (file.path === path && report ? report : file)),
    tables: before.tables.map((each) => (each.path === path && table ? table : each)),
  };
}
