import type { DiskOffer, ModelChoice, ModelFilesApi, ModelProgress, StoredModel } from '../../contract/models';
import { HitrateError } from '../../contract/errors';
import type { SourceFile } from '../../contract/workers';
import { SourceFailure } from '../../domain/dataset/problem';
import { isRefused, readRepository, textsOf } from '../../domain/models/read-repository';
import { filesOf } from '../../domain/models/configuration-of';
import { removeDownload, sweepImports } from '../model-store/downloads';
import { requireRoom } from '../model-store/room';
import { openModelDatabase, type ModelDatabase } from '../model-store/schema';
import { beginWriting } from '../model-store/writing';
import { openSources } from './open';
import { isPointer, pointerProblem, readText } from './pointer';
import { filesIn, findRepository, type RepositoryFolder } from './repository-folder';
import { writeFile } from './write-file';

interface Picked {
  readonly files: readonly SourceFile[];
}

/**
 * Models from a folder or a zip archive on disk.
 *
 * @param open another database, for tests
 */
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

async function look({ files }: Picked): Promise<DiskOffer> {
  const found = findRepository(await openSources(files));
  if ('problems' in found) return { name: '', files: [], offer: { problems: found.problems } };
  const listed = filesIn(found);
  const texts = new Map<string, string>();
  for (const path of textsOf(listed)) texts.set(path, await readText(found.sources.get(path)!));
  const offer = readRepository(listed, texts, found.name);
  if (isRefused(offer)) return { name: found.name, files: listed, offer };
  const pointers = await pointersAmong(found, offer.common);
  return {
    name: found.name,
    files: listed,
    offer: pointers.length > 0 ? { problems: [pointerProblem(pointers)] } : offer,
  };
}

async function pointersAmong({ sources }: RepositoryFolder, paths: readonly string[]): Promise<string[]> {
  const pointers: string[] = [];
  for (const path of paths) {
    const source = sources.get(path);
    if (source && (await isPointer(source))) pointers.push(path);
  }
  return pointers;
}

async function keep(
  db: ModelDatabase,
  { files, choice }: Picked & { readonly choice: ModelChoice },
  progress: (step: ModelProgress) => void,
): Promise<StoredModel> {
  const found = findRepository(await openSources(files));
  if ('problems' in found) throw new HitrateError('model-refused', found.problems.join('\n'));
  const needed = filesOf(choice.offer, choice.reading);
  const missing = needed.filter((path) => !found.sources.has(path));
  if (missing.length > 0) throw new HitrateError('model-refused', gone(found.name, missing));
  const pointers = await pointersAmong(found, needed);
  if (pointers.length > 0) throw new HitrateError('model-refused', pointerProblem(pointers));
  const listed = filesIn(found).filter(({ path }) => needed.includes(path));
  const bytes = listed.reduce((sum, file) => sum + file.bytes, 0);
  await sweepImports(db);
  await requireRoom(choice.name, bytes);
  const origin = { kind: 'disk', name: found.name } as const;
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

const gone = (name: string, paths: readonly string[]): string =>
  `${name} has no file ${paths.join(', ')} any more, which the model needs. Pick the folder again.`;

/** What is wrong with a file is told with its name. */
async function expectedFailures<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    throw new HitrateError('files-unfit', { problems: [error.problem] }, { cause: error });
  }
}
