import type { SourceFile } from '../../contract/workers';
import type { ImportProblem } from '../../domain/dataset/outcome';

/** Documents, never part of a collection. */
const NEVER_A_COLLECTION = /\.(pdf|doc[xm]|html?|xhtml|md|markdown|mdown|mkd)$/i;
/** Documents that lie in no folder of a collection, as its description may. */
const SURELY_DOCUMENTS = /\.(pdf|doc[xm]|html?|xhtml)$/i;
/** Judgments, runs or documents. */
const MAYBE_A_COLLECTION = /\.(te?xt|log)$/i;

/** Without files of the system, as `.DS_Store`. */
export const visibleFiles = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter(({ path }) => !/(^|\/)\./.test(path));

/** Whether files can be nothing but documents, and need not be read as a collection first. */
export const areSurelyDocuments = (files: readonly SourceFile[]): boolean =>
  files.length > 0 && files.every(({ path }) => NEVER_A_COLLECTION.test(path));

/** What files that are looked at may have without being part of a collection. */
const NO_COLLECTION: ReadonlySet<ImportProblem['code']> = new Set([
  'unrecognised-files',
  'unreadable-file',
  'empty-file',
  'bad-encoding',
  'bad-archive',
]);

/** Whether files that are no collection can all be documents, or some surely are and no file of a collection is broken. */
export function areDocuments(files: readonly SourceFile[], problems: readonly ImportProblem[]): boolean {
  if (files.every(({ path }) => NEVER_A_COLLECTION.test(path) || MAYBE_A_COLLECTION.test(path))) return true;
  return (
    files.some(({ path }) => SURELY_DOCUMENTS.test(path)) &&
    problems.length > 0 &&
    problems.every(({ code }) => NO_COLLECTION.has(code))
  );
}
