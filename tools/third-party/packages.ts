import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Notice } from '../../src/contract/models';
import { isPermissive } from './licence.ts';
import { SUPPLEMENTS } from './supplements.ts';

const LICENCE_FILE = /^(licen[cs]e|copying|notice|third-?party-?notices)([._-].*)?$/i;

/** The folder of the package that a file or a module comes from; null where it is our own, or of no package. */
export function packageOf(file: string, root: string): string | null {
  // Modules that a tool adds to every bundle.
  const tool = /^\0(?<name>vite|rolldown)\//.exec(file)?.groups?.['name'];
  if (tool) return join(root, 'node_modules', tool);
  if (!/[\\/]node_modules[\\/]/.test(file)) return null;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'package.json')) && readManifest(folder).name) return folder;
  return null;
}

/**
 * What a package says of itself, with what {@link SUPPLEMENTS} knows more.
 *
 * @throws {Error} in words, where it has no licence that is known and permissive, or no text of one
 */
export function noticeOf(folder: string, root: string, where: string): Notice {
  const { name = folder, version = '', license: stated } = readManifest(folder);
  const license = SUPPLEMENTS[name]?.licence ?? stated;
  if (typeof license !== 'string') throw new Error(`${name} ${version} names no licence`);
  if (!isPermissive(license)) throw new Error(`${name} ${version} is under “${license}”, which is not permissive`);
  const text = textOf(folder, root, name);
  if (text === '')
    throw new Error(
      `${name} ${version} has no licence file: add its text to tools/third-party/texts and supplements.ts`,
    );
  return { name, version, licence: license, kind: 'library', where, text };
}

function textOf(folder: string, root: string, name: string): string {
  const { texts, more = [], until } = SUPPLEMENTS[name] ?? {};
  const own = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .sort();
  const files = texts ? texts.map((file) => join(root, file)) : [...own, ...more].map((file) => join(folder, file));
  const parts = files.map((file) => {
    const text = readFileSync(file, 'utf8');
    return (until && text.includes(until) ? text.slice(0, text.indexOf(until)) : text).trim();
  });
  return parts.join('\n\n----\n\n');
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: unknown;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
