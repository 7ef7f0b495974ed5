import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGraph, type Graph } from './import-graph';

type Layer =
  | 'base'
  | 'domain'
  | 'contract'
  | 'adapters'
  | 'workbench'
  | 'ui'
  | 'workers'
  | 'main'
  | 'airlock'
  | 'command-line';

/** What each layer may import besides itself and `base`; `type contract` is for types alone. */
const allowed: Record<Layer, readonly (Layer | 'type contract')[]> = {
  base: [],
  domain: [],
  contract: ['domain'],
  adapters: ['domain', 'contract'],
  workbench: ['domain', 'contract'],
  ui: ['workbench', 'domain', 'contract'],
  workers: ['domain', 'contract', 'adapters'],
  main: ['domain', 'contract', 'adapters', 'workbench', 'ui', 'workers'],
  airlock: ['domain', 'contract', 'adapters', 'ui'],
  'command-line': ['domain', 'contract', 'ui', 'adapters'],
};

/** Small pure libraries: they run wherever JavaScript does. */
const domainPackages = ['valibot', '@noble/hashes', 'papaparse', 'franc-min', 'virtual:kernel/statistics'];

/** Heavy code (models, indexes, file formats), which must never land in the bundle of the page. */
const workerCode =
  /^src\/adapters\/(model|model-files|lexical|vectors|files|ltr|lab|text|questions|documents|workspace)\//;

/** What cuts documents into passages and prepares them: it takes seconds, and is done in a worker. */
const documentsCode = /^src\/domain\/(chunk\/by-tokens|documents\/(prepare|relocate))\.ts$/;

/**
 * All that the page which may reach other hosts is made of. Both pages have one origin, so no browser keeps it from the
 * documents: this list does. It has no workbench, no state of the app, and of the adapters those alone that know models.
 */
const airlockCode =
  /^src\/(airlock(\.ts$|\/)|ui\/(airlock|models\/offer|shared\/widgets)\/|ui\/shared\/(format\.ts$|messages\/)|adapters\/(graphics|hub|model-store|indexed-db)\/|contract\/|base\/|domain\/)/;

/** What asks another host for anything. */
const hostCode = /^src\/(airlock(\.ts$|\/)|ui\/airlock\/|adapters\/hub\/)/;

function layerOf(file: string): Layer | null {
  if (file === 'src/main.ts') return 'main';
  if (/^src\/airlock(\.ts$|\/)/.test(file)) return 'airlock';
  if (/^src\/command-line(\.ts$|\/)/.test(file)) return 'command-line';
  return (/^(?:src\/(base|domain|contract|adapters|workbench|ui)|(workers))\//.exec(file)?.slice(1).find(Boolean) ??
    null) as Layer | null;
}

/** Every arrow that is not allowed and every cycle, in words. */
function problems(graph: Graph): string[] {
  const arrows = [...graph].flatMap(([from, imports]) => {
    const layer = layerOf(from);
    if (!layer) return [`${from} is in no layer`];
    return imports.flatMap(({ to, typeOnly }) => {
      const why = arrowProblem(from, layer, to, typeOnly);
      return why === null ? [] : [`${from} → ${to}: ${why}`];
    });
  });
  return [...arrows, ...pageProblems(graph), ...airlockProblems(graph), ...nodeProblems(graph), ...cycles(graph)];
}

function arrowProblem(from: string, layer: Layer, to: string, typeOnly: boolean): string | null {
  if (to.startsWith('missing:')) return 'there is no such file';
  if (to.startsWith('npm:')) return packageProblem(layer, to.slice('npm:'.length));
  const target = layerOf(to);
  if (!target) return 'it is in no layer';
  const may = [...new Set([layer, 'base', ...allowed[layer]])];
  const isAllowed = may.includes(target) || (typeOnly && target === 'contract' && may.includes('type contract'));
  if (!isAllowed) return `${layer} may import ${may.join(', ')} only`;
  // The command line reads files in Node as workers do in the page.
  const reads = layer === 'workers' || (layer === 'command-line' && to.startsWith('src/adapters/files/'));
  if (workerCode.test(to) && !typeOnly && !reads && !workerCode.test(from))
    return 'only workers import this at run time';
  return null;
}

function packageProblem(layer: Layer, name: string): string | null {
  const isOneOf = (packages: readonly string[]) => packages.some((p) => name === p || name.startsWith(`${p}/`));
  if ((layer === 'base' || layer === 'domain') && !isOneOf(domainPackages))
    return `${layer} may use ${domainPackages.join(', ')} only`;
  if (layer === 'workbench' && isOneOf(['svelte'])) return 'the workbench knows no Svelte';
  return null;
}

/** Ways by which worker code would come into the page, over any number of files. */
function pageProblems(graph: Graph): string[] {
  return [...pathsFrom(graph, 'src/main.ts')]
    .filter(([file]) => workerCode.test(file) || documentsCode.test(file))
    .map(([, path]) => `${path.join(' → ')}: worker code in the bundle of the page`);
}

/** Ways by which the side of documents and the page that reaches other hosts would meet. */
function airlockProblems(graph: Graph): string[] {
  const fromAirlock = [...pathsFrom(graph, 'src/airlock.ts')]
    .filter(([file]) => isCode(file) && !airlockCode.test(file))
    .map(([, path]) => `${path.join(' → ')}: the airlock must not reach the side of documents`);
  const documentsSide = ['src/main.ts', ...[...graph.keys()].filter((file) => file.startsWith('workers/'))];
  const toHosts = documentsSide
    .flatMap((start) => [...pathsFrom(graph, start)])
    .filter(([file]) => hostCode.test(file))
    .map(([, path]) => `${path.join(' → ')}: only the airlock asks other hosts`);
  return [...fromAirlock, ...toHosts];
}

/** Ways by which Svelte, which is not compiled there, would come into the command line. */
function nodeProblems(graph: Graph): string[] {
  return [...pathsFrom(graph, 'src/command-line.ts')]
    .filter(([file]) => /\.svelte(?:\.ts)?$/.test(file))
    .map(([, path]) => `${path.join(' → ')}: the command line runs without Svelte`);
}

/** How each file is come to at run time from `start`, by a shortest way. */
function pathsFrom(graph: Graph, start: string): ReadonlyMap<string, readonly string[]> {
  const paths = new Map([[start, [start]]]);
  for (const [file, path] of paths)
    for (const { to, typeOnly } of graph.get(file) ?? []) if (!typeOnly && !paths.has(to)) paths.set(to, [...path, to]);
  return paths;
}

const isCode = (file: string): boolean => !file.startsWith('npm:') && !file.startsWith('missing:');

/** The graph of the folders of a layer: `src/domain/fusion`, with all below it. Files beside the folders are one more. */
function foldersOf(graph: Graph, layer: string): Graph {
  const folder = (file: string): string | null => {
    const [root, name, next, ...below] = file.split('/');
    return root === 'src' && name === layer && next !== undefined ? (below.length > 0 ? next : '.') : null;
  };
  const folders = new Map<string, { to: string; typeOnly: boolean }[]>();
  for (const [from, imports] of graph) {
    const inside = folder(from);
    if (inside === null) continue;
    const arrows = folders.get(inside) ?? [];
    folders.set(inside, arrows);
    for (const { to, typeOnly } of imports) {
      const target = folder(to);
      const isNew = target !== null && target !== inside && !arrows.some((arrow) => arrow.to === target);
      if (isNew) arrows.push({ to: target, typeOnly });
    }
  }
  return folders;
}

/** One cycle for every arrow that closes one in a walk of the graph; imports of types count too. */
function cycles(graph: Graph): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      found.push(`${[...path.slice(path.indexOf(file)), file].join(' → ')}: a cycle`);
      return;
    }
    if (done.has(file)) return;
    for (const { to } of graph.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}

describe('the import graph', () => {
  const root = join(import.meta.dirname, '../..');
  const graph = readGraph(root, ['src', 'workers']);

  it('was read', () => {
    expect(graph.get('src/domain/measures/score.ts')).toContainEqual({
      to: 'src/domain/measures/judge.ts',
      typeOnly: false,
    });
  });

  it('has the airlock in it, down to the database of models', () => {
    const reached = pathsFrom(graph, 'src/airlock.ts');
    expect([...reached.keys()]).toEqual(
      expect.arrayContaining(['src/ui/airlock/Airlock.svelte', 'src/adapters/model-store/schema.ts']),
    );
  });

  it('names the database of documents in no file that the airlock can come to', () => {
    const reached = [...pathsFrom(graph, 'src/airlock.ts').keys()].filter(isCode);
    const saying = (pattern: RegExp): string[] =>
      reached.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).sort();
    // One file opens databases, of what it is given; one other gives it something to open.
    expect(saying(/openDB|indexedDB/)).toEqual(['src/adapters/indexed-db/versioned.ts']);
    expect(saying(/openVersioned/)).toEqual([
      'src/adapters/indexed-db/versioned.ts',
      'src/adapters/model-store/schema.ts',
    ]);
  });

  it('has only arrows that the architecture allows, and no cycle', () => {
    expect(problems(graph)).toEqual([]);
  });
});

describe.each(['domain', 'workbench', 'ui', 'adapters'])('the folders of %s', (layer) => {
  const folders = foldersOf(readGraph(join(import.meta.dirname, '../..'), ['src']), layer);

  it('were read', () => {
    expect(folders.size).toBeGreaterThan(4);
  });

  it('import each other in one order, types too', () => {
    expect(cycles(folders)).toEqual([]);
  });
});

describe('the check of the import graph', () => {
  const graphOf = (from: string, to: string, typeOnly = false): Graph => new Map([[from, [{ to, typeOnly }]]]);

  it.each([
    ['src/base/a.ts', 'src/domain/b.ts', 'base may import base only'],
    ['src/base/a.ts', 'npm:svelte/store', 'base may use'],
    ['src/domain/run/a.ts', 'src/workbench/b.ts', 'domain may import domain, base only'],
    [
      'src/domain/run/a.ts',
      'npm:svelte/store',
      'domain may use valibot, @noble/hashes, papaparse, franc-min, virtual:kernel/statistics only',
    ],
    ['src/domain/run/a.ts', 'npm:node:fs', 'domain may use'],
    ['src/domain/run/a.ts', 'npm:valibot-like', 'domain may use'],
    ['src/contract/a.ts', 'src/adapters/storage/b.ts', 'contract may import contract, base, domain only'],
    ['src/adapters/storage/a.ts', 'src/workbench/b.ts', 'adapters may import'],
    ['src/adapters/storage/a.ts', 'src/adapters/model/b.ts', 'only workers import this at run time'],
    ['src/workbench/a.ts', 'src/adapters/storage/b.ts', 'workbench may import'],
    ['src/workbench/a.ts', 'npm:svelte', 'the workbench knows no Svelte'],
    ['src/ui/a.svelte', 'src/adapters/storage/b.ts', 'ui may import'],
    ['workers/a.ts', 'src/workbench/b.ts', 'workers may import'],
    ['src/main.ts', 'src/adapters/lexical/b.ts', 'only workers import this at run time'],
    ['src/command-line/a.ts', 'src/adapters/lexical/b.ts', 'only workers import this at run time'],
    ['src/main.ts', 'src/command-line/engine/b.ts', 'main may import'],
    ['src/main.ts', 'src/helpers/b.ts', 'it is in no layer'],
    ['src/main.ts', 'missing:src/ui/b', 'there is no such file'],
  ])('names the arrow %s → %s', (from, to, why) => {
    expect(problems(graphOf(from, to)).join('\n')).toContain(`${from} → ${to}: ${why}`);
  });

  it('finds worker code that comes into the page by way of a worker', () => {
    const graph: Graph = new Map([
      ['src/main.ts', [{ to: 'workers/a.ts', typeOnly: false }]],
      ['workers/a.ts', [{ to: 'src/adapters/model/b.ts', typeOnly: false }]],
    ]);
    expect(problems(graph)).toEqual([
      'src/main.ts → workers/a.ts → src/adapters/model/b.ts: worker code in the bundle of the page',
    ]);
  });

  it.each(['chunk/by-tokens', 'documents/prepare', 'documents/relocate'])(
    'finds %s in the page: documents are cut and prepared in a worker',
    (file) => {
      const to = `src/domain/${file}.ts`;
      const graph: Graph = new Map([
        ['src/main.ts', [{ to: 'src/workbench/a.ts', typeOnly: false }]],
        ['src/workbench/a.ts', [{ to, typeOnly: false }]],
      ]);
      expect(problems(graph)).toEqual([
        `src/main.ts → src/workbench/a.ts → ${to}: worker code in the bundle of the page`,
      ]);
      expect(existsSync(to)).toBe(true);
    },
  );

  it.each([
    'src/adapters/storage/schema.ts',
    'src/workbench/workbench.ts',
    'src/ui/app/app-state.svelte.ts',
    'src/ui/app/Footer.svelte',
    'src/ui/models/models.svelte.ts',
    'src/ui/shared/preferences.ts',
    'src/adapters/rpc/client.ts',
  ])('finds %s within reach of the airlock', (file) => {
    const [start, between] = ['src/airlock.ts', 'src/ui/models/offer/A.svelte'];
    const graph: Graph = new Map([
      [start, [{ to: between, typeOnly: false }]],
      [between, [{ to: file, typeOnly: false }]],
    ]);
    expect(problems(graph)).toContain(
      `${start} → ${between} → ${file}: the airlock must not reach the side of documents`,
    );
  });

  it('finds a state of Svelte within reach of the command line', () => {
    const [start, between, state] = ['src/command-line.ts', 'src/ui/command-line/a.ts', 'src/ui/shared/b.svelte.ts'];
    const graph: Graph = new Map([
      [start, [{ to: between, typeOnly: false }]],
      [between, [{ to: state, typeOnly: false }]],
    ]);
    expect(problems(graph)).toEqual([`${start} → ${between} → ${state}: the command line runs without Svelte`]);
  });

  it.each(['src/main.ts', 'workers/a.ts'])('finds what asks other hosts within reach of %s', (start) => {
    const graph: Graph = new Map([[start, [{ to: 'src/adapters/hub/a.ts', typeOnly: false }]]]);
    expect(problems(graph)).toEqual([`${start} → src/adapters/hub/a.ts: only the airlock asks other hosts`]);
  });
});
