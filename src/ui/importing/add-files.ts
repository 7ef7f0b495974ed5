import type { SourceFile } from '../../contract/workers';
import { beginsAsWorkspace, WORKSPACE_HEAD_BYTES } from '../../domain/workspace/recognise';
import { extensionOf } from '../../base/paths';
import type { DocumentsState } from '../documents/documents.svelte';
import { areDocuments, areSurelyDocuments, visibleFiles } from './document-files';
import type { ImportState } from './importing.svelte';

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
  if (importing.phase === 'failed' && areDocuments(visible, importing.problems))
    await readAsDocuments({ importing, documents });
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

export async function readAsDocuments({ importing, documents }: Readers): Promise<void> {
  const { files } = importing;
  importing.discard();
  await documents.read(files);
}
