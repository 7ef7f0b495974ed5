import type { SourceFile } from '../../contract/workers';
import { beginsAsWorkspace, WORKSPACE_HEAD_BYTES } from '../../domain/workspace/beginning';
import { extensionOf, LEFT_BY_SYSTEMS } from '../../base/paths';
import type { DocumentsState } from '../documents/documents.svelte';
import type { ImportState } from './importing.svelte';
import { isOfQuestions } from '../../domain/dataset/roles/role';
import type { SeenTable } from '../../domain/dataset/roles/propose';
import type { ImportProblem } from '../../domain/dataset/outcome';

interface Readers {
  readonly importing: ImportState;
  readonly documents: DocumentsState;
}

interface AllReaders extends Readers {
  readonly opening: { read(file: SourceFile): Promise<void> };
}

/** Reads a workspace, or files as a collection, or as documents where that fails and they look so; else a dialog offers that. */
export async function addFiles(
  { importing, documents, opening }: AllReaders,
  gathering: Promise<readonly SourceFile[]>,
): Promise<void> {
  const files = await gathering.catch(() => null);
  // A folder that cannot be walked: the dialog says so.
  if (files === null) return importing.read(gathering);
  const [only, ...more] = files;
  if (only && more.length === 0 && (await isWorkspace(only))) return opening.read(only);
  const visible = visibleFiles(files);
  if (areSurelyDocuments(visible)) return documents.read(visible);
  await importing.read(files);
  if (importing.phase !== 'failed') return;
  const tables = importing.roles.tables.filter(({ proposed }) => isOfQuestions(proposed));
  const others = visible.filter(({ path }) => !tables.some(({ file }) => file === path));
  if (others.length === 0 || !areDocuments(others, importing.refused?.problems ?? [])) return;
  await readAsDocuments({ importing, documents }, tables);
}

/** By its first bytes, or by its name where these are damaged. */
async function isWorkspace({ path, file }: SourceFile): Promise<boolean> {
  if (extensionOf(path) === 'hitrate') return true;
  const head = await file
    .slice(0, WORKSPACE_HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  return beginsAsWorkspace(new Uint8Array(head));
}

/** @param tables those of questions */
export async function readAsDocuments(
  { importing, documents }: Readers,
  tables: readonly SeenTable[] = [],
): Promise<void> {
  const { files } = importing;
  importing.discard();
  await documents.read(files, tables);
}

const NEVER_A_COLLECTION = /\.(pdf|doc[xm]|html?|xhtml|mdx?|markdown|mdown|mkd|rst|adoc|asciidoc|org|tex|ipynb)$/i;
/** Documents that lie in no folder of a collection, as its description may. */
const SURELY_DOCUMENTS = /\.(pdf|doc[xm]|html?|xhtml|mdx|adoc|asciidoc|org|tex)$/i;
const MAYBE_A_COLLECTION = /\.(te?xt|log)$/i;

/** Without files of the system, as `.DS_Store`. */
export const visibleFiles = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter(({ path }) => !LEFT_BY_SYSTEMS.test(path));

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
