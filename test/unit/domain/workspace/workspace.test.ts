import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { wrongFigures, wrongMeans } from '../../../../src/domain/workspace/figures';
import { isEntryPath, parseManifest, partOf, PATHS, unitOf } from '../../../../src/domain/workspace/manifest';
import { beginsAsWorkspace, WORKSPACE_HEAD_BYTES } from '../../../../src/domain/workspace/beginning';
import { freeName } from '../../../../src/domain/run/system-names';
import { rescueOf } from '../../../../src/domain/workspace/rescue';

const manifest = {
  format: 'hitrate-workspace',
  version: 1,
  app: '1.0.0',
  created: '2026-01-02T03:04:05.678Z',
  name: '<b>../x',
  entries: [{ path: 'documents.jsonl', bytes: 3, sha256: 'a'.repeat(64) }],
};
const parse = (changes: object = {}) => parseManifest(JSON.stringify({ ...manifest, ...changes }));

describe('a manifest', () => {
  it('is read, with any name', () => {
    expect(parse()).toEqual(manifest);
    expect(parse({ name: '', entries: [] })).toMatchObject({ name: '', entries: [] });
  });

  it('of a later version says who wrote it, whatever else is in it', () => {
    expect(parse({ version: 9, app: '7.1', entries: 'other' })).toEqual({
      code: 'workspace-newer',
      data: { app: '7.1', version: 9, known: 1 },
    });
  });

  it('of something else is foreign', () => {
    for (const json of ['', '{', 'null', '[]', '{"format":"zip"}', JSON.stringify({ ...manifest, format: 'x' })])
      expect(parseManifest(json)).toEqual({ code: 'workspace-foreign', data: null });
  });

  it('is damaged where an entry has no such path, size or hash, or is listed twice', () => {
    const entry = manifest.entries[0]!;
    for (const entries of [
      [{ ...entry, path: '../documents.jsonl' }],
      [{ ...entry, bytes: -1 }],
      [{ ...entry, bytes: 1.5 }],
      [{ ...entry, sha256: 'a' }],
      [entry, entry],
    ])
      expect(parse({ entries })).toEqual({ code: 'workspace-manifest', data: null });
    expect(parse({ created: 'yesterday' })).toEqual({ code: 'workspace-manifest', data: null });
  });
});

it('a workspace is known by its first bytes', () => {
  const name = new TextEncoder().encode(`manifest.json${JSON.stringify(manifest)}`);
  const bytes = new Uint8Array(30 + name.length);
  bytes.set([0x50, 0x4b, 3, 4]);
  bytes.set(name, 30);
  expect(beginsAsWorkspace(bytes.subarray(0, WORKSPACE_HEAD_BYTES))).toBe(true);
  for (const other of [bytes.with(0, 0), bytes.with(31, 0), bytes.with(60, 0), bytes.subarray(0, 40), new Uint8Array()])
    expect(beginsAsWorkspace(other)).toBe(false);
});

describe('paths of entries', () => {
  const all = Object.values(PATHS).map((path) => (typeof path === 'string' ? path : path(12, 3)));

  it('are those that are written, and no others', () => {
    expect(all.filter((path) => !isEntryPath(path))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    const others = ['', 'x', '../documents.jsonl', '/documents.jsonl', 'documents.jsonl/', 'results/0/result.jsonl'];
    for (const path of [...others, 'results/1/../1/result.jsonl', 'runs/01/run.json', 'a\ndocuments.jsonl'])
      expect(isEntryPath(path), path).toBe(false);
  });

  it('belong to a part, and what is one thing to one unit', () => {
    expect(partOf(PATHS.acts)).toBe('questions');
    expect(partOf(PATHS.collection)).toBe('documents');
    expect(partOf(PATHS.scoredBy(2))).toBe('scored-by');
    expect(unitOf(PATHS.result(2))).toBe(unitOf(PATHS.rankings(2, 1)));
    expect(unitOf(PATHS.result(2))).not.toBe(unitOf(PATHS.result(1)));
    expect(unitOf(PATHS.annotations)).not.toBe(unitOf(PATHS.runNotes));
    expect(unitOf(PATHS.queries)).toBe(unitOf(PATHS.judgments));
  });
});

const paths = [
  PATHS.collection,
  PATHS.docs,
  PATHS.queries,
  PATHS.judgments,
  PATHS.acts,
  PATHS.annotations,
  PATHS.settings,
  PATHS.experiment(1),
  PATHS.result(1),
  PATHS.rankings(1, 1),
  PATHS.experiment(2),
  PATHS.result(2),
  PATHS.run(1),
  PATHS.runLists(1),
];
const without = (...lost: string[]) => rescueOf(paths, new Set(paths.filter((path) => !lost.includes(path))));

describe('what can be rescued', () => {
  it('is all of it where nothing is lost', () => {
    expect(without()).toEqual({ kept: new Set(paths), lost: [], possible: true });
  });

  it('is a result with its lists, or not at all', () => {
    const rescue = without(PATHS.rankings(1, 1));
    expect(rescue).toMatchObject({ lost: [{ part: 'results', count: 1 }], possible: true });
    expect([...rescue.kept].some((path) => path.startsWith('results/1/'))).toBe(false);
    expect(rescue.kept.has(PATHS.result(2))).toBe(true);
  });

  it('is nothing about questions without them', () => {
    const rescue = without(PATHS.acts);
    expect(rescue.lost).toEqual([
      { part: 'questions', count: 1 },
      { part: 'results', count: 2 },
      { part: 'notes', count: 1 },
    ]);
    expect([...rescue.kept]).toEqual([PATHS.collection, PATHS.docs, PATHS.settings, PATHS.run(1), PATHS.runLists(1)]);
  });
});

it('a name gets the first number that is free', () => {
  expect(freeName('a', [])).toBe('a');
  expect(freeName('a', ['a', 'a (3)'])).toBe('a (2)');
  expect(freeName('a', ['a', 'a (2)', 'a (3)'])).toBe('a (4)');
  expect(freeName('a (2)', ['a (2)'])).toBe('a (2) (2)');
  expect(freeName('__proto__', ['__proto__'])).toBe('__proto__ (2)');
});

describe('figures of a result', () => {
  const [a, b] = [docId('a'), docId('b')];
  const spec = { measures: ['MRR@2', 'MAP'], ks: [2], lists: 'depth', relevance: 1, missing: 'zero' } as never;
  const questions = {
    queries: [{ id: queryId('q'), text: '' }],
    judgments: [{ query: queryId('q'), doc: a, grade: 1 }],
  };
  const system = {
    perQuery: { 'MRR@2': Float64Array.of(0.5), MAP: Float64Array.of(0.5) },
    measures: { 'MRR@2': 0.5, MAP: 0.5 },
    ties: {},
    unjudged: { 2: 0.5 },
    answered: 1,
    firstRelevant: [2],
  };
  const ranked = [
    { id: b, score: 2 },
    { id: a, score: 1 },
  ];
  const wrongIn = (changes: object, lists = ranked, cutAt: number | null = null) =>
    [...wrongFigures(spec, [queryId('q')], { ...system, ...changes }, { lists: [lists], cutAt }, questions)].map(
      ({ path, expected, found }) => [path, Number.parseFloat(expected), found],
    );

  it.each([
    ['are those of lists and judgments', {}, []],
    ['differ', { perQuery: { ...system.perQuery, MAP: Float64Array.of(1) } }, [['perQuery.MAP.0', 0.5, '1']]],
    ['are missing', { unjudged: {} }, [['unjudged.2', 0.5, 'none']]],
    ['are of other ranks', { firstRelevant: [1] }, [['firstRelevant.0', 2, '1']]],
    ['count other questions', { answered: 0 }, [['answered', 1, '0']]],
    [
      'have ties that are none',
      { ties: { MAP: { low: 0.5, high: 1, questions: 1 } } },
      [
        ['ties.MAP.high', 0.5, '1'],
        ['ties.MAP.questions', 0, '1'],
      ],
    ],
  ])('%s', (_, changes, wrong) => expect(wrongIn(changes)).toEqual(wrong));

  it('are not judged by lists that were cut before they end', () => {
    expect(wrongIn({}, ranked.slice(0, 1), 1)).toEqual([]);
    expect(wrongIn({ unjudged: {} }, ranked, 2)).toEqual([['unjudged.2', 0.5, 'none']]);
  });

  it('have the means of their values', () => {
    expect(wrongMeans(system)).toEqual([]);
    expect(wrongMeans({ ...system, measures: { ...system.measures, MAP: 0.999 } })).toEqual([
      { path: 'measures.MAP', expected: '0.5 by its values', found: '0.999' },
    ]);
  });
});
