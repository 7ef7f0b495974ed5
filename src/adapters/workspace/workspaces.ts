import { BlobReader, BlobWriter, configure, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { TextHash } from '../../base/hash';
import { chunksOf, streamOf } from '../files/byte-source';
import { crc32 } from '../files/zip';
import { HitrateError } from '../../contract/errors';
import type { WorkspaceApi } from '../../contract/workspace';
import { WORKSPACE_VERSION, type WorkspaceManifest } from '../../domain/workspace/manifest';
import { MANIFEST_PATH, WORKSPACE_FORMAT } from '../../domain/workspace/beginning';
import { within } from '../indexed-db/atomically';
import { withDatabase } from '../indexed-db/kept-open';
import { announceFromWorker } from '../storage/changes';
import type { Database } from '../storage/schema';
import { storeContents } from './contents';
import { type ReadWorkspace, readWorkspace } from './read-workspace';
import { SavedEntries, type SavedEntry } from './saved-entries';

// The policy of the page forbids workers from blob: addresses.
configure({ useWebWorkers: false });

const DEFLATED = 8;

type PackedEntry = Awaited<ReturnType<typeof packed>>;

/** Compresses what comes in chunks: neither all of it nor all that is compressed is held in memory. */
async function packed({ path, chunks }: SavedEntry) {
  const hash = new TextHash();
  let [crc, bytes] = [0, 0];
  async function* measured(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for await (const chunk of chunks) {
      hash.bytes(chunk);
      crc = crc32(chunk, crc);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const blob = await blobOf(streamOf(measured()).pipeThrough(new CompressionStream('deflate-raw')));
  return { path, crc32: crc, bytes, sha256: hash.digest(), packed: blob };
}

const PART_BYTES = 2 ** 22;

async function blobOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const blobs: Blob[] = [];
  let [parts, bytes]: [Uint8Array<ArrayBuffer>[], number] = [[], 0];
  for await (const chunk of chunksOf(stream) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    parts.push(chunk);
    if ((bytes += chunk.length) < PART_BYTES) continue;
    blobs.push(new Blob(parts));
    [parts, bytes] = [[], 0];
  }
  return new Blob([...blobs, ...parts]);
}

/** Equal entries give equal bytes. The manifest is not compressed: a workspace is known by its first bytes. */
async function zipBlob(
  manifest: { readonly path: string; readonly text: string },
  entries: readonly PackedEntry[],
  type: string,
): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(type), {
    // Midnight of 1 January 1980, the first day that a zip knows.
    lastModDate: new Date(1980, 0, 1),
    extendedTimestamp: false,
    dataDescriptor: false,
  });
  await writer.add(manifest.path, new BlobReader(new Blob([manifest.text])), { level: 0 });
  for (const { path, packed: content, bytes, crc32: sum } of entries)
    await writer.add(path, new BlobReader(content), {
      passThrough: true,
      compressionMethod: DEFLATED,
      uncompressedSize: bytes,
      crc32: sum,
    });
  return writer.close();
}

const TYPE = 'application/vnd.hitrate.workspace+zip';

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
        for await (const entry of entries.all(before)) made.push(await packed(entry));
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
