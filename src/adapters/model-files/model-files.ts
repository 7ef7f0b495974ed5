import type { SourceFile, ModelFilesApi } from '../../contract/workers';
import { filesOf, type RefusedRepository } from '../../domain/models/repository';
import { extensionOf, folderName, folderOf, LEFT_BY_SYSTEMS, plainPath } from '../../base/paths';
import { blobSource, type ByteSource, bytesOf } from '../files/byte-source';
import { zipSources } from '../files/zip';
import { withDatabase } from '../indexed-db/kept-open';
import type { DiskOffer, ModelProgress, StoredModel } from '../../contract/models';
import { HitrateError } from '../../contract/errors';
import { SourceFailure } from '../../domain/dataset/problem';
import { isRefused, readRepository } from '../../domain/models/read-repository';
import { textsOf } from '../../domain/models/source';
import { removeDownload, sweepImports } from '../model-store/store';
import { appendAll, beginWriting, type ModelWriter, requireRoom } from '../model-store/writing';
import { openModelDatabase, type ModelDatabase } from '../model-store/schema';

interface RepositoryFolder {
  readonly name: string;
  readonly sources: ReadonlyMap<string, ByteSource>;
}

/** `models--org--name/snapshots/<commit>` is how the hub's library keeps what it fetched. */
const CACHED = /(?:^|\/)models--([^/]+?)--([^/]+)\/snapshots\/[^/]+$/;

/** The one folder with `config.json`; more may lie within it. @throws {SourceFailure} for an unreadable archive */
async function findRepository(picked: readonly SourceFile[]): Promise<RepositoryFolder | RefusedRepository> {
  const files = (await openSources(picked)).filter(({ path }) => !LEFT_BY_SYSTEMS.test(path));
  const configured = files.filter(({ path }) => /(?:^|\/)config\.json$/.test(path)).map(({ path }) => folderOf(path));
  const roots = configured.filter((folder) => !configured.some((other) => other !== folder && contains(other, folder)));
  const [root] = roots;
  if (root === undefined || roots.length > 1)
    return { problems: [{ code: 'no-repository', data: { folders: roots } }] };
  const within = files.filter(({ path }) => contains(root, path));
  const paths = within.map(
    (source) => [root === '' ? source.path : source.path.slice(root.length + 1), source] as const,
  );
  return { name: nameOf(root), sources: new Map(paths) };
}

async function openSources(files: readonly SourceFile[]): Promise<ByteSource[]> {
  const named = files.map(({ path, file }) => ({ path: plainPath(path), file }));
  const [only, ...others] = named;
  if (only && others.length === 0 && extensionOf(only.path) === 'zip') return zipSources(only.path, only.file);
  return named.map(({ path, file }) => blobSource(path, file));
}

const filesIn = ({ sources }: RepositoryFolder) => [...sources].map(([path, { bytes }]) => ({ path, bytes }));

const contains = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

function nameOf(root: string): string {
  const [, owner, name] = CACHED.exec(root) ?? [];
  if (owner !== undefined && name !== undefined) return `${owner}/${name}`;
  return root === '' ? 'model' : folderName(root);
}

/** Of the text that git has in the place of a large file until `git lfs pull`. */
const MAX_POINTER_BYTES = 1024;
const POINTER_START = 'version https://git-lfs.github.com/spec/';

async function pointersAmong({ sources }: RepositoryFolder, paths: readonly string[]): Promise<string[]> {
  const pointers: string[] = [];
  for (const path of paths) {
    const source = sources.get(path);
    if (source && source.bytes <= MAX_POINTER_BYTES && (await decodedText(source)).startsWith(POINTER_START))
      pointers.push(path);
  }
  return pointers;
}

const decodedText = async (source: ByteSource): Promise<string> => new TextDecoder().decode(await bytesOf(source));

export function createModelFiles(open: () => Promise<ModelDatabase> = openModelDatabase): ModelFilesApi {
  return {
    look: ({ files }) => expectedFailures(() => look(files)),
    keep: (input, progress) => withDatabase(open, (db) => expectedFailures(() => keep(db, input, progress))),
  };
}

async function look(picked: readonly SourceFile[]): Promise<DiskOffer> {
  const found = await findRepository(picked);
  if ('problems' in found) return { name: '', files: [], offer: found };
  const { name, sources } = found;
  const pointers = await pointersAmong(found, [...sources.keys()]);
  const files = filesIn(found).filter(({ path }) => !pointers.includes(path));
  const texts = new Map<string, string>();
  for (const path of textsOf(files)) texts.set(path, await decodedText(sources.get(path)!));
  const offer = readRepository(files, texts, name);
  if (!isRefused(offer) || pointers.length === 0) return { name, files, offer };
  return { name, files, offer: { problems: [{ code: 'files-damaged', data: { paths: pointers } }] } };
}

async function keep(
  db: ModelDatabase,
  { files, choice }: Parameters<ModelFilesApi['keep']>[0],
  progress: (step: ModelProgress) => void,
): Promise<StoredModel> {
  const found = await findRepository(files);
  if ('problems' in found) throw new HitrateError('model-refused', found);
  const { name } = found;
  const needed = filesOf(choice.offer, choice.reading);
  const missing = needed.filter((path) => !found.sources.has(path));
  if (missing.length > 0) throw new HitrateError('model-files-changed', { paths: missing });
  const paths = await pointersAmong(found, needed);
  if (paths.length > 0)
    throw new HitrateError('model-refused', { problems: [{ code: 'files-damaged', data: { paths } }] });
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

async function writeFile(writer: ModelWriter, path: string, source: ByteSource, progress: (bytes: number) => void) {
  const { bytes } = writer.file(path);
  let length = 0;
  await appendAll(writer, path, source.chunks(), null, (more) => {
    length += more;
    progress(more);
    return true;
  });
  if (length !== bytes) throw new HitrateError('model-files-changed', { paths: [source.path] });
  await writer.check(path);
}

async function expectedFailures<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    throw new HitrateError('files-unfit', { problems: [error.problem] }, { cause: error });
  }
}
