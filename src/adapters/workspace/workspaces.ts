import { HitrateError } from '../../contract/errors';
import type { WorkspaceApi } from '../../contract/workspace';
import { WORKSPACE_VERSION, type WorkspaceManifest } from '../../domain/workspace/manifest';
import { MANIFEST_PATH, WORKSPACE_FORMAT } from '../../domain/workspace/recognise';
import { within } from '../indexed-db/atomically';
import { announceFromWorker } from '../storage/changes';
import type { Database } from '../storage/schema';
import { storeContents } from './contents';
import { type ReadWorkspace, readWorkspace } from './read-workspace';
import { SavedEntries } from './saved-entries';
import { packed, type PackedEntry, zipBlob } from './zip-writer';

const TYPE = 'application/vnd.hitrate.workspace+zip';

/**
 * Behind {@link WorkspaceApi}: writes collections to files and reads them.
 *
 * @param open opens the documents' database, closed after use
 */
export function createWorkspaces(open: () => Promise<Database>): WorkspaceApi {
  let held: ReadWorkspace | null = null;
  return {
    vectorBytes: ({ collection }) => withDatabase(open, (db) => vectorBytes(db, collection)),
    save: (input, progress) =>
      withDatabase(open, async (db) => {
        let done = 0;
        let total = 0;
        const entries = new SavedEntries(db, input, () => progress({ done: Math.min(++done, total), total }));
        total = await entries.count();
        const before = await recordOf(db, input.collection);
        const made: PackedEntry[] = [];
        for await (const { path, chunks } of entries.all(before)) made.push(await packed(path, chunks));
        // Parts of before and after a change would not fit each other.
        if ((await recordOf(db, input.collection)).revision !== before.revision)
          throw new HitrateError('changed-elsewhere', { what: 'saving', name: before.name });
        made.sort((a, b) => (a.path < b.path ? -1 : 1));
        return zipBlob(manifestOf(before.name, input, made), made, TYPE);
      }),
    async read(input, progress) {
      held = null;
      held = await readWorkspace(input, progress);
      return held.report;
    },
    open: ({ id }) =>
      withDatabase(open, async (db) => {
        if (!held?.contents) throw new HitrateError('worker-failed', { worker: 'workspace', why: 'gone' });
        const { contents, report } = held;
        const record = await storeContents(db, id, report.name, contents);
        held = null;
        announceFromWorker(db.name, { collection: id, what: 'added' });
        return { record, settings: contents.settings };
      }),
  };
}

async function withDatabase<T>(open: () => Promise<Database>, task: (db: Database) => Promise<T>): Promise<T> {
  const db = await open();
  try {
    return await task(db);
  } finally {
    db.close();
  }
}

async function recordOf(db: Database, collection: string) {
  const record = await db.get('collections', collection);
  if (!record) throw new HitrateError('collection-missing', null);
  return record;
}

/** Rows of a namespace are of one width. */
async function vectorBytes(db: Database, collection: string): Promise<number> {
  const widths = new Map<string, number>();
  let bytes = 0;
  for (const key of await db.getAllKeys('rows', within(collection))) {
    const [, namespace, , rows] = key;
    const width = widths.get(namespace) ?? (await db.get('rows', key))?.width ?? 0;
    widths.set(namespace, width);
    bytes += rows * width * Float32Array.BYTES_PER_ELEMENT;
  }
  return bytes;
}

function manifestOf(
  name: string,
  { app, created }: Pick<WorkspaceManifest, 'app' | 'created'>,
  entries: readonly PackedEntry[],
) {
  const manifest: WorkspaceManifest = {
    format: WORKSPACE_FORMAT,
    version: WORKSPACE_VERSION,
    app,
    created,
    name,
    entries: entries.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  };
  return { path: MANIFEST_PATH, text: JSON.stringify(manifest) };
}
