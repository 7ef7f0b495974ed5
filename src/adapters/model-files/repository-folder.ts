import type { RepositoryFile } from '../../domain/models/repository';
import { folderName, folderOf } from '../../base/paths';
import type { ByteSource } from '../files/byte-source';

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
 * Finds the repository in a folder or an archive that was picked: the folder with `config.json`, and no other that is
 * not within it.
 *
 * @returns sentences where there is none, or more than one
 */
export function findRepository(sources: readonly ByteSource[]): RepositoryFolder | { readonly problems: string[] } {
  const files = sources.filter(({ path }) => !LEFT.test(path));
  const configured = files.filter(({ path }) => /(?:^|\/)config\.json$/.test(path)).map(({ path }) => folderOf(path));
  const roots = configured.filter((folder) => !configured.some((other) => other !== folder && contains(other, folder)));
  const [root] = roots;
  if (root === undefined) return { problems: [noConfig(files)] };
  if (roots.length > 1) return { problems: [severalRoots(roots)] };
  const within = files.filter(({ path }) => contains(root, path));
  const paths = within.map(
    (source) => [root === '' ? source.path : source.path.slice(root.length + 1), source] as const,
  );
  return { name: nameOf(root), sources: new Map(paths) };
}

export const filesIn = ({ sources }: RepositoryFolder): RepositoryFile[] =>
  [...sources].map(([path, { bytes }]) => ({ path, bytes }));

const contains = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

function nameOf(root: string): string {
  const [, owner, name] = CACHED.exec(root) ?? [];
  if (owner !== undefined && name !== undefined) return `${owner}/${name}`;
  return root === '' ? 'model' : folderName(root);
}

function noConfig(files: readonly ByteSource[]): string {
  const what = files.length === 0 ? 'There is no file' : `None of the ${files.length} files is config.json`;
  return `${what}, so this is no model repository. Pick the folder that has config.json, tokenizer.json and the weights (model.onnx, often in a folder onnx), or a zip archive of it.`;
}

function severalRoots(roots: readonly string[]): string {
  const named = roots.slice(0, 3).join(', ') + (roots.length > 3 ? ` and ${roots.length - 3} more` : '');
  return `There are ${roots.length} model repositories here (${named}). Pick the folder of one of them.`;
}
