import type { SourceFile } from '../../contract/workers';
import type { DocumentsState } from '../documents/documents.svelte';
import type { ImportState } from './importing.svelte';

/** Documents, never part of a collection. */
const NEVER_A_COLLECTION = /\.(pdf|docx|html?|xhtml|md|markdown)$/i;
/** Judgments, runs or documents. */
const MAYBE_A_COLLECTION = /\.te?xt$/i;

interface Readers {
  readonly importing: ImportState;
  readonly documents: DocumentsState;
}

/** Reads dropped files as a collection, or as documents where that fails and all look so; else a dialog offers that. */
export async function addFiles(
  { importing, documents }: Readers,
  gathering: Promise<readonly SourceFile[]>,
): Promise<void> {
  const files = await gathering.catch(() => null);
  // A folder that cannot be walked: the dialog says so.
  if (files === null) return importing.read(gathering);
  const visible = files.filter(({ path }) => !/(^|\/)\./.test(path));
  if (visible.length > 0 && visible.every(({ path }) => NEVER_A_COLLECTION.test(path))) return documents.read(visible);
  await importing.read(files);
  const plain = visible.every(({ path }) => NEVER_A_COLLECTION.test(path) || MAYBE_A_COLLECTION.test(path));
  if (importing.phase === 'failed' && plain) await readAsDocuments({ importing, documents });
}

export async function readAsDocuments({ importing, documents }: Readers): Promise<void> {
  const { files } = importing;
  importing.discard();
  await documents.read(files);
}
