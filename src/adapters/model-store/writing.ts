import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { HitrateError } from '../../contract/errors';
import type { IDBPTransaction } from 'idb';
import type { StoredFile, StoredModel, PartialDownload } from '../../contract/models';
import type { RepositoryFile } from '../../domain/models/repository';
import { atomically, isNamed, isQuota, within, type Writes } from '../indexed-db/atomically';
import { announceChange, idOf, revisionOf } from './identity';
import type { ModelDatabase, ModelSchema, PartialDownloadRecord, PartialFile } from './schema';

type FileHashes = Awaited<ReturnType<typeof hashesOf>>;

/** SHA-256; and SHA-1 as git has it, of `blob <size>`, a zero byte, the content; null unless `git`. */
export async function hashesOf(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, bytes: number, git: boolean) {
  const whole = sha256.create();
  const blob = git ? sha1.create().update(utf8ToBytes(`blob ${bytes}\0`)) : null;
  for await (const chunk of chunks) {
    whole.update(chunk);
    blob?.update(chunk);
  }
  return { sha256: bytesToHex(whole.digest()), gitBlob: blob && bytesToHex(blob.digest()) };
}

/** An expected hash that a file does not have; null where it has all that are expected. */
export function wrongHash(expected: { readonly sha256?: string; readonly gitBlob?: string }, got: FileHashes) {
  if (expected.sha256 !== undefined && expected.sha256 !== got.sha256)
    return { what: 'SHA-256', expected: expected.sha256, got: got.sha256 };
  if (expected.gitBlob !== undefined && got.gitBlob !== null && expected.gitBlob !== got.gitBlob)
    return { what: 'git hash (SHA-1)', expected: expected.gitBlob, got: got.gitBlob };
  return null;
}

/** @throws {HitrateError} `storage-full` where the browser says that a model has no room */
export async function requireRoom(name: string, bytes: number): Promise<void> {
  const manager = (globalThis as { navigator?: { storage?: StorageManager } }).navigator?.storage;
  const { usage = 0, quota = Infinity } = (await manager?.estimate()) ?? {};
  const free = Math.max(0, quota - usage);
  if (free < bytes) throw fullDisk(name, bytes, free);
}

const fullDisk = (name: string, needed: number, free: number | null, cause?: unknown): HitrateError =>
  new HitrateError('storage-full', { name, bytes: needed, free }, { cause });

type Stores = ('downloads' | 'parts' | 'models')[];
type FileWriting = IDBPTransaction<ModelSchema, Stores, 'readwrite'>;

export interface WritingPlan extends Pick<PartialDownload, 'id' | 'origin' | 'choice'> {
  readonly files: readonly RepositoryFile[];
}

export type ModelWriter = ReturnType<typeof writer>;

export async function beginWriting(db: ModelDatabase, plan: WritingPlan): Promise<ModelWriter> {
  const turn = crypto.randomUUID();
  const tx = db.transaction(['downloads', 'parts', 'models'], 'readwrite');
  const before = await tx.objectStore('downloads').get(plan.id);
  const now = Date.now();
  const record: PartialDownloadRecord = {
    ...plan,
    folder: before?.folder ?? crypto.randomUUID(),
    startedAt: before?.startedAt ?? now,
    touchedAt: now,
    turn,
    files: plan.files.map((file) => before?.files.find((kept) => isSameFile(kept, file)) ?? nothingOf(file)),
  };
  const dropped = (before?.files ?? []).filter(
    ({ path }) => !record.files.some((file) => file.path === path && file.parts > 0),
  );
  await written(tx, record, [
    ...dropped.map(
      ({ path }) =>
        () =>
          tx.objectStore('parts').delete(within(record.folder, path)),
    ),
    () => tx.objectStore('downloads').put(record),
  ]);
  return writer(db, record);
}

const isSameFile = (a: RepositoryFile, b: RepositoryFile): boolean =>
  a.path === b.path && a.bytes === b.bytes && a.sha256 === b.sha256 && a.gitBlob === b.gitBlob;

const nothingOf = (file: RepositoryFile): PartialFile => ({ ...file, done: 0, parts: 0, etag: null, digest: null });

/**
 * Writes the files of a model, in any order and over any number of visits; the model exists from {@link finish} on.
 * Every method throws `storage-full`, and `changed-elsewhere` where a page deleted or resumed what was begun.
 */
function writer(db: ModelDatabase, begun: PartialDownloadRecord) {
  let record = begun;

  function file(path: string): PartialFile {
    const found = record.files.find((each) => each.path === path);
    if (!found) throw new Error(`${path} is no file of ${record.id}`);
    return found;
  }

  async function change(path: string, fields: Partial<PartialFile>, write?: (tx: FileWriting) => Promise<unknown>) {
    const changed = { ...file(path), ...fields };
    const files = record.files.map((each) => (each.path === path ? changed : each));
    const next = { ...record, files, touchedAt: Date.now() };
    const tx = begunIn(db, record, ['downloads', 'parts']);
    await requireTurn(tx, record);
    const put = (): Promise<unknown> => tx.objectStore('downloads').put(next);
    await written(tx, record, write ? [() => write(tx), put] : [put]);
    record = next;
  }

  const restart = (path: string): Promise<void> =>
    change(path, { parts: 0, done: 0, etag: null, digest: null }, (tx) =>
      tx.objectStore('parts').delete(within(record.folder, path)),
    );

  return {
    id: record.id,
    files: (): readonly PartialFile[] => record.files,
    file,
    /** @param etag of the answer that the bytes came with, if it had one */
    append: (path: string, bytes: Blob, etag: string | null): Promise<void> => {
      const { parts, done } = file(path);
      return change(path, { parts: parts + 1, done: done + bytes.size, etag }, (tx) =>
        tx.objectStore('parts').put(bytes, [record.folder, path, parts]),
      );
    },
    restart,
    /** Hashes what is kept of a file; one with another hash than was announced begins anew. */
    async check(path: string, signal?: AbortSignal) {
      const kept = new Blob(await db.getAll('parts', within(record.folder, path)));
      const hashes = await hashesOf(chunksOf(kept, signal), kept.size, file(path).gitBlob !== undefined);
      const wrong = wrongHash(file(path), hashes);
      await (wrong ? restart(path) : change(path, { digest: hashes.sha256 }));
      return wrong;
    },
    /** Makes the model exist, in the place of one with the same id. @throws {Error} while a file is not checked */
    finish: () => finish(db, record),
  };
}

async function* chunksOf(blob: Blob, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    signal?.throwIfAborted();
    yield value;
  }
}

/** Files are kept in parts of this size: as one record a large file would have to be in memory whole. */
export const PART_BYTES = 8 * 2 ** 20;

/** Appends chunks in parts, also what has come before a failure. @param came gets each chunk's bytes; false ends it */
export async function appendAll(
  writer: ModelWriter,
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  etag: string | null,
  came: (bytes: number) => boolean,
): Promise<void> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (bytes === 0) return;
    const part = new Blob(held as BlobPart[]);
    [held, bytes] = [[], 0];
    await writer.append(path, part, etag);
  };
  try {
    for await (const chunk of chunks) {
      held.push(chunk);
      bytes += chunk.length;
      if (!came(chunk.length)) break;
      if (bytes >= PART_BYTES) await flush();
    }
  } finally {
    await flush();
  }
}

async function finish(db: ModelDatabase, record: PartialDownloadRecord): Promise<StoredModel> {
  const model = modelOf(record);
  const tx = begunIn(db, record, ['downloads', 'parts', 'models'], { durability: 'strict' });
  await requireTurn(tx, record);
  const before = await tx.objectStore('models').get(model.id);
  await written(tx, record, [
    ...(before ? [() => tx.objectStore('parts').delete(within(before.folder))] : []),
    () => tx.objectStore('models').put({ model, folder: record.folder }, model.id),
    () => tx.objectStore('downloads').delete(record.id),
  ]);
  announceChange();
  return model;
}

function modelOf({ origin, choice, files }: PartialDownloadRecord): StoredModel {
  const { reading, offer, name } = choice;
  const stored = files.map(storedFile).sort((a, b) => (a.path < b.path ? -1 : 1));
  const revision = revisionOf(stored, reading);
  return {
    id: idOf(origin, reading, revision),
    name,
    origin,
    addedAt: Date.now(),
    files: stored,
    reading,
    dimensions: offer.dimensions?.value ?? null,
    languages: offer.languages,
    licence: offer.licence,
    matryoshka: offer.embedding?.matryoshka ?? [],
    revision,
  };
}

function storedFile({ path, bytes, done, digest }: PartialFile): StoredFile {
  if (digest === null || done !== bytes) throw new Error(`${path} was not checked`);
  return { path, bytes, sha256: digest };
}

function begunIn(
  db: ModelDatabase,
  { choice }: PartialDownloadRecord,
  stores: Stores,
  options?: IDBTransactionOptions,
): FileWriting {
  try {
    return db.transaction<Stores, 'readwrite'>(stores, 'readwrite', options);
  } catch (cause) {
    if (!isNamed(cause, 'InvalidStateError')) throw cause;
    throw changedElsewhere(choice.name, 'deleted', cause);
  }
}

async function requireTurn(tx: FileWriting, record: PartialDownloadRecord): Promise<void> {
  const now = await tx.objectStore('downloads').get(record.id);
  if (now?.turn === record.turn) return;
  tx.abort();
  await tx.done.catch(() => undefined);
  throw changedElsewhere(record.choice.name, now ? 'resumed' : 'deleted');
}

const changedElsewhere = (name: string, what: 'resumed' | 'deleted', cause?: unknown): HitrateError =>
  new HitrateError('changed-elsewhere', { what, name }, { cause });

/** Writes all or nothing; what the disk has no room for is `storage-full`, with what is missing. */
async function written(
  tx: { readonly done: Promise<void>; abort(): void },
  record: PartialDownloadRecord,
  writes: Writes,
): Promise<void> {
  try {
    await atomically(tx, writes);
  } catch (cause) {
    if (!isQuota(cause)) throw cause;
    throw fullDisk(record.choice.name, missingBytes(record.files), null, cause);
  }
}

export const missingBytes = (files: readonly { readonly bytes: number; readonly done: number }[]): number =>
  files.reduce((sum, { bytes, done }) => sum + bytes - done, 0);
