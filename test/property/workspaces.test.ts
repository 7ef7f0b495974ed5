import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ReadWorkspace, readWorkspace } from '../../src/adapters/workspace/read-workspace';
import { hashText } from '../../src/base/hash';
import { docId, type Json } from '../../src/base/types';
import { headerOf, isCurrent } from '../../src/contract/result';
import { resultsCsv } from '../../src/domain/report/results-csv';
import { resultsJson } from '../../src/domain/report/results-json';
import { unpackRankings } from '../../src/domain/run/packed';
import { uniform } from '../../src/domain/statistics/random';
import { say } from '../../src/ui/shared/messages/say';
import { warningMessages } from '../../src/ui/shared/messages/warnings';
import { workspaceProblem } from '../../src/ui/shared/messages/workspace';
import { casePath } from '../data';
import { emptyProfile, open, read, saved } from '../unit/adapters/workspace/made-workspace';
import { experiment, externalRun, keep, madeUp, openBench, quiet } from '../unit/workbench/workshop';

type Entries = Readonly<Record<string, Uint8Array>>;

let entries: Entries;
let whole: ReadWorkspace;

/** With the right hash of every entry. */
function zipped(files: Entries): Blob {
  const manifest = JSON.parse(text(files['manifest.json']!)) as { entries: { path: string }[] };
  const listed = manifest.entries.map(({ path }) => {
    return { path, bytes: files[path]!.length, sha256: hashText(text(files[path]!)) };
  });
  const named = { 'manifest.json': bytesOf(JSON.stringify({ ...manifest, entries: listed })), ...without(files) };
  return new Blob([zipSync(named, { level: 0 }) as Uint8Array<ArrayBuffer>]);
}

const without = ({ 'manifest.json': _, ...files }: Entries): Entries => files;
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytesOf = (content: string): Uint8Array => new TextEncoder().encode(content);
const readFile = (file: Blob): Promise<ReadWorkspace> => readWorkspace({ path: 'a.hitrate', file }, () => undefined);

beforeAll(async () => {
  const dataset = madeUp(6, 4);
  const docs = dataset.docs.map((doc, i) => ({ ...doc, metadata: { colour: 'red', size: i } }));
  const run = externalRun({ q0: ['d0', 'd1'], q1: ['d2'] }, 'theirs');
  const { bench, workshop } = await openBench({ ...dataset, docs });
  const collection = await keep(workshop, { ...dataset, docs }, 'small', [run]);
  const { id } = collection;
  await bench.collections.addSupplied(id, [
    { kind: 'rewrites', file: 'rewrites.json', entries: [{ question: 'q0', texts: ['other words'] }] },
  ]);
  await bench.questions.addActs(id, [
    {
      query: dataset.queries[0]!.id,
      doc: docId('d0'),
      span: null,
      grade: 1,
      round: 1,
      note: '',
      milliseconds: 1,
      at: 5,
    },
  ]);
  const spec = experiment({ systems: ['bm25', 'embedding'], ks: [1, 3], families: ['nDCG'], measures: ['MAP'] });
  const { key } = await bench.runs.run(id, spec, quiet);
  await bench.runs.note(id, { kind: 'describe', run: key, note: { name: 'a', note: 'b', tags: ['c'] } });
  await bench.questions.annotate(id, { kind: 'tag', queries: [dataset.queries[0]!.id], tag: 'hard' });
  entries = unzipSync(new Uint8Array(await (await saved({ bench, collection })).arrayBuffer()));
  whole = await readFile(zipped(entries));
  expect(whole.report).toMatchObject({ problems: [], lost: [], holds: { docs: 6, results: 1, runs: 1 } });
});

const ODD_KEYS = ['__proto__', 'constructor', 'toString', 'odd', '', '$number', 'ключ\ud800'];

const deep = (levels: number): Json => (levels === 0 ? 1 : [deep(levels - 1)]);
const base64 = (numbers: readonly number[]): string =>
  Buffer.from(Float64Array.from(numbers).buffer).toString('base64');
const ODD_VALUES: readonly Json[] = [
  ...[null, true, '', 'nowhere', '\ud800', '\u202e<img onerror=x>', '__proto__', 'x'.repeat(2000)],
  ...[0, -1, 0.5, 7, 1e300, -1e300, 2 ** 53, 1e9, [], {}, [[]], [1, 'a', null], { odd: 1 }, deep(80)],
  ...[{ $number: 'NaN' }, { $number: '-Infinity' }, { $number: '-0' }, { $map: [[1, 2]] }, { $set: [1] }],
  ...[
    { $float64: base64([0.9, 0.9, 0.9, 0.9]) },
    { $float64: base64([NaN]) },
    { $uint32: 'AAAAAAEAAAA=' },
    { $float64: '?' },
  ],
];

type Node = Record<string, Json> | Json[];

/** Every object and list of a value. */
function nodesOf(value: Json): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Node, ...Object.values(value as Node).flatMap(nodesOf)];
}

/** An own field, whatever its name. */
const put = (node: object, key: string, value: Json): void => {
  Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });
};

function damage(values: Json[], random: () => number): Json[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const node = pick(nodesOf(values));
  const odd = structuredClone(pick(ODD_VALUES));
  const key = pick(Object.keys(node));
  const change = Math.floor(random() * 7);
  if (key === undefined || change === 0) put(node, Array.isArray(node) ? String(node.length) : pick(ODD_KEYS), odd);
  else if (change === 1 && !Array.isArray(node)) delete node[key];
  else if (change === 2 && !Array.isArray(node)) {
    const value = node[key]!;
    delete node[key];
    put(node, pick(ODD_KEYS), value);
  } else if (Array.isArray(node) && change < 4)
    node.splice(Number(key), 1, ...(change === 2 ? [] : [node[Number(key)]!, pick(node)]));
  else if (typeof (node as Record<string, Json>)[key] === 'number' && change < 6)
    put(node, key, pick([-1, 2, 3, 0.25, 1e300, 999]));
  else put(node, key, odd);
  return values;
}

/** A file with one to three odd things in one of its entries. */
function oddFile(seed: number): { readonly path: string; readonly file: Blob } {
  const random = uniform(seed);
  const paths = Object.keys(without(entries)).filter((path) => entries[path]!.length > 3);
  // Most can be wrong in results, of which figures are shown.
  const isResult = random() < 0.4;
  const path = isResult ? 'results/1/result.jsonl' : paths[Math.floor(random() * paths.length)]!;
  const isLines = path.endsWith('l');
  const content = text(entries[path]!);
  let values = (isLines ? content.trim().split('\n') : [content]).map((line) => JSON.parse(line) as Json);
  for (let i = Math.floor(random() * 3); i >= 0; i--) values = damage(values, random);
  const lines = values.map((value) => `${JSON.stringify(value)}\n`);
  return { path, file: zipped({ ...entries, [path]: bytesOf(isLines ? lines.join('') : (lines[0] ?? '')) }) };
}

/** Where keys may be any: of documents, questions, runs, people and what a run says of itself. */
const FREE = /\.(?:metadata|questions|runs|manifest|roles-of-fields|system-colours|sample|drawn)(?:\.|$)/;

function unknownKeys(value: unknown, path = ''): string[] {
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return [];
  if (value instanceof Map) return [...value].flatMap(([key, each]) => unknownKeys(each, `${path}.${key}`));
  return Object.entries(value).flatMap(([key, each]) => [
    ...(ODD_KEYS.includes(key) && !Array.isArray(value) && !FREE.test(path) ? [`${path}.${key}`] : []),
    ...unknownKeys(each, `${path}.${key}`),
  ]);
}

/** What the page, the report and the files of a run do with what is offered. */
function use({ report, contents }: ReadWorkspace): void {
  for (const problem of report.problems) expect(workspaceProblem(problem)).not.toContain('undefined');
  if (!contents) return;
  structuredClone(contents);
  expect(unknownKeys(contents)).toEqual([]);
  for (const { run } of contents.runs) unpackRankings(run.rankings, run.docs);
  for (const result of contents.results) {
    const stored = { ...result, collection: 'c' } as Parameters<typeof headerOf>[0];
    new Date(headerOf(stored).createdAt).toISOString();
    if (!isCurrent(stored)) continue;
    const { spec, systems, docs, warnings } = stored;
    const shown = { ...stored, ks: spec.ks, measureTexts: spec.measures };
    resultsCsv(shown);
    resultsJson(shown);
    for (const warning of warnings) say(warningMessages, warning);
    for (const { top } of systems) unpackRankings(top, docs);
    // Whatever else is odd: what is shown is what the judgments gave.
    const figuresOf = (of: typeof systems) => of.map(({ measures, perQuery }) => ({ measures, perQuery }));
    const own = whole.contents!.results[0]!.systems as typeof systems;
    expect(isDeepStrictEqual(figuresOf(systems), figuresOf(own))).toBe(true);
  }
}

/** Opened in the browser's database, with all that is shown of it. */
async function look(file: Blob): Promise<void> {
  const { bench } = await emptyProfile();
  await read(bench, file);
  const { id } = (await open(bench)).record;
  const [headers] = await Promise.all([bench.runs.results(id), bench.runs.notes(id), bench.questions.annotations(id)]);
  for (const { key } of headers) {
    const result = await bench.runs.result(id, key);
    if (!result) continue;
    await bench.inspect.verdict(result, { measure: result.spec.measures[0]!, margin: 0.02, baseline: null });
    for (const { id: system } of result.systems) await bench.inspect.rankings(result, system);
  }
}

describe('workspaces with the right hashes and odd contents', () => {
  // All of them take a minute.
  const CASES = process.env['HITRATE_TESTS'] === 'all' ? 2000 : 200;

  it(`${CASES} of them give no error, no key that no schema knows, and no figure of their own`, async () => {
    let offered = 0;
    for (let seed = 1; seed <= CASES; seed++) {
      const { path, file } = oddFile(seed);
      try {
        const found = await readFile(file);
        use(found);
        if (found.contents) offered++;
        if (found.contents && seed % 40 === 0) await look(file);
      } catch (error) {
        throw new Error(`seed ${seed}, ${path}`, { cause: error });
      }
    }
    // The rest is offered.
    expect(offered).toBeGreaterThan(CASES / 2);
  });

  const folder = casePath('workspaces');

  /** The entry, line and field that is named, or null where the whole is offered. */
  const WRONG: Readonly<Record<string, object>> = {
    'notes-runs-tags': { path: 'notes/runs.json', field: expect.stringMatching(/^runs[.][0-9a-f]{64}[.]name$/) },
    'result-created-1e300': { path: 'results/1/result.jsonl', line: 1, field: 'createdAt', found: '1e+300' },
    'result-ids-dup': { path: 'results/1/experiment.json' },
    'result-measures-contradict': {
      path: 'results/1/result.jsonl',
      line: 2,
      field: 'measures.HitRate@1',
      found: '0.999',
    },
    'result-top-beyond': { path: 'results/1/result.jsonl', line: 2, field: 'top.offsets' },
    'stages-bypass-notes': { path: 'stages.jsonl', line: 1, field: 'key', found: '"annotations"' },
  };

  it.skipIf(!folder).each(folder ? readdirSync(folder) : [])(
    '%s is named where it is wrong, and the rest is offered',
    async (name) => {
      const file = new Blob([readFileSync(join(folder!, name))]);
      const found = await readFile(file);
      const [problem] = found.report.problems;
      expect(problem!.data).toMatchObject(WRONG[name.replace('.hitrate', '')]!);
      expect(workspaceProblem(problem!)).not.toMatch(/undefined|object Object/);
      expect(found.report.holds).toMatchObject({ docs: 228, queries: 156, judgments: 322 });
      expect(unknownKeys(found.contents)).toEqual([]);
      await look(file);
    },
  );
});
