import type { DiskOffer, ModelChoice, ModelProgress, StoredModel } from '../../contract/models';
import { HitrateError } from '../../contract/errors';
import type { ModelFilesApi, SourceFile } from '../../contract/workers';
import { SourceFailure } from '../../domain/dataset/problem';
import { isRefused, readRepository, textsOf } from '../../domain/models/read-repository';
import { filesOf } from '../../domain/models/configuration-of';
import type { ByteSource } from '../files/byte-source';
import { removeDownload, sweepImports } from '../model-store/downloads';
import { fileHasher } from '../model-store/file-hash';
import { PartBuffer } from '../model-store/part-buffer';
import { requireRoom } from '../model-store/room';
import { openModelDatabase, type ModelDatabase } from '../model-store/schema';
import { beginWriting, type ModelWriter } from '../model-store/writing';
import { filesIn, findRepository, pointersAmong, decodedText } from './repository-folder';

interface Picked {
  readonly files: readonly SourceFile[];
}

/** Models from a folder or a zip archive on disk. @param open another database, for tests */
export function createModelFiles(open: () => Promise<ModelDatabase> = openModelDatabase): ModelFilesApi {
  return {
    look: (input) => expectedFailures(() => look(input)),
    async keep(input, progress) {
      const db = await open();
      try {
        return await expectedFailures(() => keep(db, input, progress));
      } finally {
        db.close();
      }
    },
  };
}

async function look({ files: picked }: Picked): Promise<DiskOffer> {
  const found = await findRepository(picked);
  if ('problems' in found) return { name: '', files: [], offer: found };
  const { name, sources } = found;
  const files = filesIn(found);
  const texts = new Map<string, string>();
  for (const path of textsOf(files)) texts.set(path, await decodedText(sources.get(path)!));
  const offer = readRepository(files, texts, name);
  if (isRefused(offer)) return { name, files, offer };
  const paths = await pointersAmong(found, offer.common);
  return { name, files, offer: paths.length > 0 ? { problems: [{ code: 'pointers', data: { paths } }] } : offer };
}

async function keep(
  db: ModelDatabase,
  { files, choice }: Picked & { readonly choice: ModelChoice },
  progress: (step: ModelProgress) => void,
): Promise<StoredModel> {
  const found = await findRepository(files);
  if ('problems' in found) throw new HitrateError('model-refused', found);
  const { name } = found;
  const needed = filesOf(choice.offer, choice.reading);
  const missing = needed.filter((path) => !found.sources.has(path));
  if (missing.length > 0) throw new HitrateError('model-files-gone', { name, paths: missing });
  const paths = await pointersAmong(found, needed);
  if (paths.length > 0) throw new HitrateError('model-refused', { problems: [{ code: 'pointers', data: { paths } }] });
  const listed = filesIn(found).filter(({ path }) => needed.includes(path));
  const bytes = listed.reduce((sum, file) => sum + file.bytes, 0);
  await sweepImports(db);
  await requireRoom(choice.name, bytes);
  const origin = { kind: 'disk', name } as const;
  const writer = await beginWriting(db, { id: `disk ${crypto.randomUUID()}`, origin, choice, files: listed });
  try {
    let done = 0;
    for (const { path } of listed)
      await writeFile(writer, path, found.sources.get(path)!, (length) =>
        progress({ path, done: (done += length), bytes }),
      );
    return await writer.finish();
  } catch (error) {
    await removeDownload(db, writer.id);
    throw error;
  }
}

/**
 * @param progress called with the bytes of every piece that was read
 * @throws {HitrateError} `model-file-changed` where the file is not as long as it was when it was looked at
 */
async function writeFile(
  writer: ModelWriter,
  path: string,
  source: ByteSource,
  progress: (bytes: number) => void,
): Promise<void> {
  const { bytes } = writer.file(path);
  const hasher = fileHasher(bytes, false);
  const buffer = new PartBuffer();
  let length = 0;
  for await (const chunk of source.chunks()) {
    length += chunk.length;
    hasher.update(chunk);
    buffer.add(chunk);
    if (buffer.isFull) await writer.append(path, buffer.take(), null);
    progress(chunk.length);
  }
  if (buffer.length > 0) await writer.append(path, buffer.take(), null);
  if (length !== bytes) throw new HitrateError('model-file-changed', { path: source.path, bytes: length, of: bytes });
  await writer.check(path, hasher.hashes().sha256);
}

async function expectedFailures<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    throw new HitrateError('files-unfit', { problems: [error.problem] }, { cause: error });
  }
}
