import type { SourceFile } from '../../contract/workers';
import type { RefusedRepository, RepositoryFile } from '../../domain/models/repository';
import { extensionOf, folderName, folderOf } from '../../base/paths';
import { blobSource, type ByteSource } from '../files/byte-source';
import { zipSources } from '../files/zip';

/** A repository among files: its name, and its files by their paths in it. */
export interface RepositoryFolder {
  readonly name: string;
  readonly sources: ReadonlyMap<string, ByteSource>;
}

/** What git, the cache of the hub's library and operating systems leave beside the files. */
const LEFT = /(?:^|\/)(?:__MACOSX\/|\.[^/]|(?:Thumbs\.db|desktop\.ini)$)/i;
/** `models--org--name/snapshots/<commit>` is how the hub's library keeps what it fetched. */
const CACHED = /(?:^|\/)models--([^/]+?)--([^/]+)\/snapshots\/[^/]+$/;

/**
 * The folder with `config.json` in what was picked, and no other that is not within it.
 *
 * @throws {SourceFailure} for an archive that cannot be read
 */
export async function findRepository(picked: readonly SourceFile[]): Promise<RepositoryFolder | RefusedRepository> {
  const files = (await openSources(picked)).filter(({ path }) => !LEFT.test(path));
  const configured = files.filter(({ path }) => /(?:^|\/)config\.json$/.test(path)).map(({ path }) => folderOf(path));
  const roots = configured.filter((folder) => !configured.some((other) => other !== folder && contains(other, folder)));
  const [root] = roots;
  if (root === undefined) return { problems: [{ code: 'no-repository', data: { files: files.length } }] };
  if (roots.length > 1) return { problems: [{ code: 'many-repositories', data: { folders: roots } }] };
  const within = files.filter(({ path }) => contains(root, path));
  const paths = within.map(
    (source) => [root === '' ? source.path : source.path.slice(root.length + 1), source] as const,
  );
  return { name: nameOf(root), sources: new Map(paths) };
}

/** The files that were picked, or those in the one archive that was. */
async function openSources(files: readonly SourceFile[]): Promise<ByteSource[]> {
  const named = files.map(({ path, file }) => ({ path: path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, ''), file }));
  const [only, ...others] = named;
  if (only && others.length === 0 && extensionOf(only.path) === 'zip') return zipSources(only.path, only.file);
  return named.map(({ path, file }) => blobSource(path, file));
}

export const filesIn = ({ sources }: RepositoryFolder): RepositoryFile[] =>
  [...sources].map(([path, { bytes }]) => ({ path, bytes }));

const contains = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

function nameOf(root: string): string {
  const [, owner, name] = CACHED.exec(root) ?? [];
  if (owner !== undefined && name !== undefined) return `${owner}/${name}`;
  return root === '' ? 'model' : folderName(root);
}

/** Of the text that git has in the place of a large file until `git lfs pull`. */
const MAX_POINTER_BYTES = 1024;
const POINTER_START = 'version https://git-lfs.github.com/spec/';

/** Those of some paths whose files are pointers of Git LFS and not the files themselves. */
export async function pointersAmong({ sources }: RepositoryFolder, paths: readonly string[]): Promise<string[]> {
  const pointers: string[] = [];
  for (const path of paths) {
    const source = sources.get(path);
    if (source && source.bytes <= MAX_POINTER_BYTES && (await decodedText(source)).startsWith(POINTER_START))
      pointers.push(path);
  }
  return pointers;
}

export async function decodedText(source: ByteSource): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of source.chunks()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
