import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readGraph, type Graph } from './import-graph';
import { syntaxOf } from './syntax';

const ROOT = 'test/unit';
const PURE = ['src/base', 'src/domain'];
const graph = readGraph('.', [...PURE, ROOT]);
const tests = [...graph.keys()].filter((file) => file.startsWith(`${ROOT}/`) && file.endsWith('.test.ts'));

/** All that a file loads, and what that loads. */
function loadedBy(test: string, files: Graph): ReadonlySet<string> {
  const loaded = new Set([test]);
  for (const file of loaded) for (const { to, typeOnly } of files.get(file) ?? []) if (!typeOnly) loaded.add(to);
  return loaded;
}

/** Whether there is a function in a file: types, constants and lists of what is elsewhere have nothing to test. */
function computes(source: string): boolean {
  const has = (node: ts.Node): boolean =>
    (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) || ts.forEachChild(node, has) === true;
  return has(syntaxOf(source));
}

/** Files of a folder that compute something, and that no test in the same folder of the tests loads. */
function untested(folder: string, files: Graph, sourceOf: (file: string) => string): string[] {
  const loaded = [...files.keys()]
    .filter((file) => file.endsWith('.test.ts'))
    .map((test) => ({ test, files: loadedBy(test, files) }));
  return [...files.keys()].filter((file) => {
    if (!file.startsWith(`${folder}/`) || !computes(sourceOf(file))) return false;
    const beside = `${posix.dirname(file).replace(/^src/, ROOT)}/`;
    return !loaded.some((each) => each.test.startsWith(beside) && each.files.has(file));
  });
}

describe('tests stand where the code does', () => {
  it('in folders of the same names, but for those of the project as a whole', () => {
    const folders = [...new Set(tests.map((test) => posix.dirname(test)))].filter((folder) => folder !== ROOT);
    // Those of `tools` stand in a folder of that name.
    const places = (folder: string) => [folder.replace(ROOT, 'src'), folder.replace(`${ROOT}/`, '')];
    expect(folders.filter((folder) => !places(folder).some((place) => existsSync(place)))).toEqual([]);
  });

  it('so that each file of base and domain that computes something is loaded by a test in its folder', () => {
    expect(PURE.flatMap((folder) => untested(folder, graph, (file) => readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('a file without a test', () => {
  const sources: Readonly<Record<string, string>> = {
    'src/domain/a/types.ts': 'export interface A { readonly f: (b: string) => void; g(): void }',
    'src/domain/a/constants.ts': 'export const A = ["a"] as const;',
    'src/domain/a/direct.ts': 'export function f() { return 1; }',
    'src/domain/a/through.ts': 'export const f = () => 1;',
    'src/domain/a/elsewhere.ts': 'export class A { f() { return 1; } }',
    'src/domain/a/never.ts': 'const f = () => 1; export const a = f();',
  };
  const to = (file: string, typeOnly = false): { to: string; typeOnly: boolean } => ({ to: file, typeOnly });
  const files: Graph = new Map([
    ...Object.keys(sources).map((file): [string, { to: string; typeOnly: boolean }[]] => [file, []]),
    ['src/domain/a/direct.ts', [to('src/domain/a/through.ts')]],
    ['test/unit/domain/a/direct.test.ts', [to('src/domain/a/direct.ts'), to('src/domain/a/never.ts', true)]],
    ['test/unit/domain/b/other.test.ts', [to('src/domain/a/elsewhere.ts')]],
  ]);

  it('is found, and no other', () => {
    expect(untested('src/domain', files, (file) => sources[file] ?? '')).toEqual([
      'src/domain/a/elsewhere.ts',
      'src/domain/a/never.ts',
    ]);
  });
});
