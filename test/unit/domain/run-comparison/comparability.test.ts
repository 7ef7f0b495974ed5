import { describe, expect, it } from 'vitest';
import {
  chunkedOtherwise,
  isPaired,
  judgedKeys,
  judgmentChanges,
  type RunQuestions,
  sharedQuestions,
  sharedSystems,
} from '../../../../src/domain/run-comparison/comparability';
import { DEFAULT_CHUNKER } from '../../../../src/domain/chunk/chunker-spec';
import { experiment } from '../../workbench/workshop';
import { docId, type Json, type Judgment, queryId } from '../../../../src/base/types';
import { jsonChanges, originChanges, settingChanges } from '../../../../src/domain/run-comparison/run-origin';
import { NO_RUN_NOTES, noteOfRun, withRunNote } from '../../../../src/domain/run-comparison/run-notes';

it('values of questions are paired for means that have a better side', () => {
  expect(['nDCG@10', 'MRR', 'RBP(p=0.5)'].map(isPaired)).toEqual([true, true, true]);
  expect(['num_ret', 'gm_map', 'RBPresidual', 'nothing@3'].map(isPaired)).toEqual([false, false, false, false]);
});

const cutAs = (id: string, size: number, k1 = 1.2) => {
  const [bm25] = experiment({ systems: ['bm25'] }).systems;
  const retrievers = bm25!.retrievers.map((each) => (each.kind === 'minisearch' ? { ...each, k1 } : each));
  return { ...bm25!, id, retrievers, chunker: { ...DEFAULT_CHUNKER, size, overlap: 0 } };
};

it.each([
  ['one id', [['bm25', 500]], [['bm25', 1000]], [['bm25', 'bm25']]],
  [
    'one chunking, which several are named by',
    [['bm25', 500]],
    [['bm25 · recursive 500/0', 500]],
    [['bm25', 'bm25 · recursive 500/0']],
  ],
  [
    'its chunking first, and none twice',
    [['bm25', 500]],
    [
      ['bm25', 1000],
      ['bm25 · recursive 500/0', 500],
    ],
    [['bm25', 'bm25 · recursive 500/0']],
  ],
  ['nothing but another chunking', [['bm25', 500]], [['bm25 · recursive 1000/0', 1000]], []],
] as const)('systems are matched by %s', (_, before, after, pairs) => {
  const cut = (systems: readonly (readonly [string, number])[]) => systems.map((each) => cutAs(...each));
  expect(sharedSystems(cut(before), cut(after))).toEqual(pairs.map(([a, b]) => ({ before: a, after: b })));
});

it('passages of other chunkings are not compared, documents are', () => {
  const spec = experiment({ systems: ['bm25'] });
  const cut = (size: number) => ({
    ...spec,
    systems: spec.systems.map((system) => ({
      ...system,
      chunker: { kind: 'sentences', size, overlap: 0, context: 'none' } as const,
    })),
  });
  const pairs = sharedSystems(spec.systems, spec.systems);
  expect(chunkedOtherwise(pairs, cut(100), cut(100))).toBeNull();
  const problem = { code: 'runs-chunked-otherwise', data: { systems: ['bm25'] } };
  expect(chunkedOtherwise(pairs, cut(100), cut(200))).toEqual(problem);
  expect(chunkedOtherwise(pairs, spec, cut(200))).toEqual(problem);
  const byDocument = (size: number) => ({ ...cut(size), aggregate: 'max' as const });
  expect(chunkedOtherwise(pairs, byDocument(100), byDocument(200))).toBeNull();
});

const run = (...questions: readonly [id: string, text: string | null, judged: string | null][]): RunQuestions => ({
  queries: questions.map(([id]) => queryId(id)),
  texts: questions.map(([, text]) => text),
  judged: questions.map(([, , judged]) => judged),
});

describe('the questions that two runs share', () => {
  it('are those of one id and text that were judged alike, in whatever order', () => {
    const before = run(['gone', 'x', '1'], ['a', 'A', '1'], ['b', 'B', '1'], ['c', 'C', '1'], ['d', 'D', null]);
    const after = run(['d', 'D', '7'], ['c', 'C', '2'], ['b', 'other', '2'], ['a', 'A', '1'], ['new', 'x', '1']);
    expect(sharedQuestions(before, after)).toEqual({
      queries: ['a', 'd'],
      before: [1, 4],
      after: [3, 0],
      removed: ['gone'],
      added: ['new'],
      edited: ['b'],
      rejudged: ['c'],
      unknown: 1,
    });
  });

  it('need a known text where ids do not suffice', () => {
    const [before, after] = [run(['a', null, null], ['b', 'B', null]), run(['a', 'A', null], ['b', 'B', null])];
    expect(sharedQuestions(before, after).queries).toEqual(['a', 'b']);
    expect(sharedQuestions(before, after, false)).toMatchObject({ queries: ['b'], edited: ['a'], unknown: 1 });
  });
});

const judged = (query: string, doc: string, grade: number, start?: number): Judgment => ({
  query: queryId(query),
  doc: docId(doc),
  grade,
  ...(start === undefined ? {} : { span: { start, end: start + 1 } }),
});

it('says what was judged otherwise', () => {
  const before = [judged('a', 'x', 1), judged('a', 'y', 0), judged('b', 'x', 2), judged('c', 'x', 1, 0)];
  const after = [judged('c', 'x', 1, 5), judged('b', 'x', 1), judged('a', 'x', 1), judged('a', 'x', 0)];
  expect(judgmentChanges({ judgments: before }, { judgments: after })).toEqual({
    added: [after[0]],
    removed: [before[1], before[3]],
    changed: [{ judgment: after[1], before: 2 }],
    questions: ['a', 'b', 'c'],
  });
  expect(judgmentChanges({ judgments: before }, { judgments: [...before].reverse() })).toEqual({
    added: [],
    removed: [],
    changed: [],
    questions: [],
  });
});

it('other needs are other judgments', () => {
  const judgments = [judged('a', 'x', 1), judged('a', 'y', 1)];
  const needs = (...docs: string[][]) => ({
    judgments,
    requirements: [{ query: queryId('a'), needs: docs.map((each) => ({ docs: each.map(docId) })) }],
  });
  expect(judgmentChanges(needs(['x'], ['y']), needs(['x', 'y'])).questions).toEqual(['a']);
  expect(judgedKeys(needs(['x'], ['y']))).toEqual(judgedKeys(needs(['y'], ['x'])));
});

const manifest = (changes: Readonly<Record<string, Json>> = {}): Json => ({
  versions: { hitrate: '1', minisearch: '7' },
  collection: { corpusHash: 'c', metadataHash: 'm' },
  passages: [{ chunker: { kind: 'recursive' }, hash: 'p' }],
  models: [{ id: 'e', revision: '1' }],
  devices: { e: { model: 'e', device: 'wasm', threads: 4, milliseconds: 12 } },
  ...changes,
});
const spec = experiment();
const changed = (before: Json, after: Json) =>
  originChanges({ experiment: spec, manifest: before }, { experiment: spec, manifest: after });

const nothing = {
  settings: [],
  documentsChanged: false,
  metadataChanged: false,
  rechunked: [],
  models: [],
  devices: [],
  versions: [],
};

it('says what two runs were made with that is not the same', () => {
  expect(changed(manifest(), manifest())).toEqual(nothing);
  const after = manifest({
    versions: { hitrate: '2', minisearch: '7' },
    collection: { corpusHash: 'd' },
    passages: [{ chunker: { kind: 'recursive' }, hash: 'q' }],
    models: [
      { id: 'e', revision: '2' },
      { id: 'r', revision: '1' },
    ],
    devices: { e: { model: 'e', device: 'webgpu', threads: 1, milliseconds: 99 }, r: { device: 'wasm', threads: 4 } },
  });
  expect(changed(manifest(), after)).toEqual({
    settings: [],
    documentsChanged: true,
    metadataChanged: true,
    rechunked: [{ kind: 'recursive' }],
    models: [
      { path: ['e', 'revision'], before: '1', after: '2' },
      { path: ['r'], after: { id: 'r', revision: '1' } },
    ],
    devices: [
      { path: ['e', 'device'], before: 'wasm', after: 'webgpu' },
      { path: ['e', 'threads'], before: 4, after: 1 },
    ],
    versions: [{ path: ['hitrate'], before: '1', after: '2' }],
  });
});

it('does not know of documents what a manifest does not say', () => {
  expect(changed({}, manifest()).documentsChanged).toBeNull();
  expect(changed('no manifest', manifest()).documentsChanged).toBeNull();
});

it('names settings by the id of their system', () => {
  const { settings } = originChanges(
    { experiment: spec, manifest: {} },
    { experiment: { ...spec, depth: 7, systems: spec.systems.slice(1) }, manifest: {} },
  );
  expect(settings.map(({ systems, setting }) => [...systems, ...setting])).toEqual([[spec.systems[0]!.id], ['depth']]);
});

const three = experiment({ systems: ['bm25', 'embedding', 'ensemble'] });
const withK1 = (k1: number, ids = ['bm25', 'ensemble']) => ({
  ...three,
  systems: three.systems.map((system) => ({
    ...system,
    retrievers: system.retrievers.map((retriever) =>
      ids.includes(system.id) && retriever.kind === 'minisearch' ? { ...retriever, k1 } : retriever,
    ),
  })),
});

it('says once what changed alike in several systems, wherever the retriever stands', () => {
  expect(settingChanges(withK1(1.2), withK1(3))).toEqual([
    { systems: ['bm25', 'ensemble'], setting: ['k1'], before: 1.2, after: 3 },
  ]);
});

it('takes a system for the same that another run names by its chunking', () => {
  const after = { ...three, systems: [cutAs('bm25 · recursive 500/0', 500, 3)] };
  expect(settingChanges({ ...three, systems: [cutAs('bm25', 500)] }, after)).toEqual([
    { systems: ['bm25 · recursive 500/0'], setting: ['k1'], before: 1.2, after: 3 },
  ]);
});

it('keeps apart what changed otherwise', () => {
  const after = withK1(3, ['bm25']);
  const changes = settingChanges(withK1(1.2), { ...after, depth: three.depth + 1 });
  expect(changes).toContainEqual({ systems: ['bm25'], setting: ['k1'], before: 1.2, after: 3 });
  expect(changes).toContainEqual({ systems: [], setting: ['depth'], before: three.depth, after: three.depth + 1 });
  expect(changes).toHaveLength(2);
});

it('names systems that only one experiment has', () => {
  const [bm25, ...others] = three.systems;
  expect(settingChanges({ ...three, systems: [bm25!] }, three)).toEqual([
    { systems: others.map(({ id }) => id), setting: [], after: true },
  ]);
  expect(settingChanges(three, { ...three, systems: [bm25!] })).toEqual([
    { systems: others.map(({ id }) => id), setting: [], before: true },
  ]);
});

describe('what changed in JSON', () => {
  it('is named by its path, with both values', () => {
    const before = { depth: 100, gone: null, systems: [{ id: 'a', fusion: { constant: 60 } }, { id: 'b' }] };
    const after = { depth: 50, systems: [{ id: 'c' }, { id: 'a', fusion: { constant: 10, fresh: true } }] };
    expect(jsonChanges(before, after)).toEqual([
      { path: ['depth'], before: 100, after: 50 },
      { path: ['gone'], before: null },
      { path: ['systems', 'a', 'fusion', 'constant'], before: 60, after: 10 },
      { path: ['systems', 'a', 'fusion', 'fresh'], after: true },
      { path: ['systems', 'b'], before: { id: 'b' } },
      { path: ['systems', 'c'], after: { id: 'c' } },
    ]);
  });

  it('is nothing where only the order of fields and of items with an id changed', () => {
    expect(jsonChanges([{ id: 'a', x: 1 }, { id: 'b' }], [{ id: 'b' }, { x: 1, id: 'a' }])).toEqual([]);
  });

  it('is the whole value where its kind changed', () => {
    expect(jsonChanges({ a: [1] }, { a: { b: 1 } })).toEqual([{ path: ['a'], before: [1], after: { b: 1 } }]);
    // Two items of one id cannot be told apart by it.
    const twice = [{ id: 'a' }, { id: 'a' }];
    expect(jsonChanges(twice, [{ id: 'a' }])).toEqual([{ path: [], before: twice, after: [{ id: 'a' }] }]);
  });
});

describe('what is noted about a run', () => {
  const named = withRunNote(NO_RUN_NOTES, { kind: 'describe', run: 'a', note: { name: ' Small chunks ' } });

  it('is changed field by field, without blanks and repeated tags', () => {
    const tagged = withRunNote(named, { kind: 'describe', run: 'a', note: { tags: ['chunks', ' chunks', ' ', 'en'] } });
    expect(noteOfRun(tagged, 'a')).toEqual({ name: 'Small chunks', note: '', tags: ['chunks', 'en'] });
    expect(noteOfRun(tagged, 'b')).toEqual({ name: '', note: '', tags: [] });
    expect(noteOfRun(NO_RUN_NOTES, 'constructor').name).toBe('');
  });

  it('is gone where nothing of it is left', () => {
    expect(withRunNote(named, { kind: 'describe', run: 'a', note: { name: '' } })).toEqual(NO_RUN_NOTES);
  });
});
