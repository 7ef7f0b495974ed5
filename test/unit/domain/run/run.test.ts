import { describe, expect, it } from 'vitest';
import { learnedKey, rankingsKey, scoredByKey } from '../../../../src/domain/run/kept-keys';
import { systemNames } from '../../../../src/domain/run/system-names';
import { type PackedRun, packRankings, runHash, unpackRankings } from '../../../../src/domain/run/packed';
import { docId, type Place, queryId } from '../../../../src/base/types';
import { judgesPlaces, judgmentsOf, toQrels } from '../../../../src/domain/run/judgments';
import { aggregateRanking, AGGREGATES } from '../../../../src/domain/run/aggregate';
import { compareHits, rank } from '../../../../src/domain/run/order';
import { hits } from '../measures/make';
import fc from 'fast-check';
import { type RepeatedHit, RunBuilder } from '../../../../src/domain/run/pack-run';
import { docIds } from '../../../property/arbitraries';

it('keys of what is beside a result are those of every version before', () => {
  expect(rankingsKey('r', 's')).toBe('1a1d42cd740383bae70c6103f11a525f903aa82821604d2ad10e287a898b6beb');
  expect(learnedKey('r', 's')).toBe('229b73d4f38703364998ecfca7beeb44eb44c6664ce007ecea775cb414607a67');
  expect(scoredByKey('q')).toBe('questions q');
});

it.each([
  ['the tags', 'a.run=bm25 b.run=dense', [], ['bm25', 'dense']],
  ['files for each tag that repeats', 'x/a.run=T x/b.run=T c.run=own', [], ['a.run', 'b.run', 'own']],
  ['files where there is no tag, or a system has it', 'a.json b.run=bm25', ['bm25'], ['a.json', 'b.run']],
  ['never the same twice, whatever files are called', 'x/r y/r y/r', [], ['r', 'y/r', 'y/r (2)']],
])('names of systems are %s', (_, runs, systems, expected) => {
  const named = runs.split(' ').map((each) => each.split('='));
  expect(
    systemNames(
      named.map(([file, tag]) => ({ file: file!, tag: tag ?? null })),
      systems,
    ),
  ).toEqual(expected);
});

const run = (changes: Partial<PackedRun> = {}): PackedRun => ({
  queries: [queryId('q1')],
  docs: [docId('a'), docId('b')],
  rankings: packRankings([[{ doc: 1, score: 2 }]]),
  ...changes,
});

describe('runHash', () => {
  it('is another for another question, document or score', () => {
    const others = [
      run({ queries: [queryId('q2')] }),
      run({ docs: [docId('a'), docId('c')] }),
      run({ rankings: packRankings([[{ doc: 0, score: 2 }]]) }),
      run({ rankings: packRankings([[{ doc: 1, score: 2.0000000000000004 }]]) }),
    ];
    expect(new Set([run(), ...others].map(runHash)).size).toBe(5);
  });

  it('reads only its own part of a shared buffer', () => {
    const scores = new Float64Array([9, 2, 9]).subarray(1, 2);
    expect(runHash(run({ rankings: { ...run().rankings, scores } }))).toBe(runHash(run()));
  });
});

const judged = (doc: string, grade: number, start?: number) => ({
  query: queryId('q'),
  doc: docId(doc),
  grade,
  ...(start === undefined ? {} : { span: { start, end: start + 5 } }),
});

it('gives a document the highest grade of its judged parts, whichever was judged last', () => {
  const qrels = toQrels([judged('a', 0, 0), judged('a', 2, 9), judged('a', 1, 20), judged('b', 0)]);
  expect([...qrels.get(queryId('q'))!]).toEqual([
    ['a', 2],
    ['b', 0],
  ]);
});

it('comes back as one judgment a document', () => {
  const judgments = [judged('a', 2), judged('b', 0), judged('c', -1)];
  expect(judgmentsOf(toQrels(judgments))).toEqual(judgments);
});

it('tells judgments of places from those of whole documents', () => {
  const [query, doc] = [queryId('q'), docId('a')];
  const needs = [{ docs: [doc], places: [{ doc, start: 0, end: 5 }] }];
  expect(judgesPlaces({ judgments: [judged('a', 1), judged('b', 1, 3)] })).toBe(true);
  expect(judgesPlaces({ judgments: [judged('a', 1)], requirements: [{ query, needs }] })).toBe(true);
  expect(judgesPlaces({ judgments: [judged('a', 1)], requirements: [{ query, needs: [{ docs: [doc] }] }] })).toBe(
    false,
  );
});

const place = (doc: string, start: number): Place => ({ doc: docId(doc), start, end: start + 10 });
const hit = (score: number) => ({ id: docId('passage'), score });

/** Of document a the second, then the first passage were found; of b one, between them. */
const ranking = [hit(5), hit(4), hit(2), hit(1)];
const places = [place('a', 100), place('b', 0), place('a', 0), place('a', 300)];

const scores = (aggregate: (typeof AGGREGATES)[number]) =>
  aggregateRanking(ranking, places, aggregate).map(({ id, score }) => [id, score]);

describe('a ranking of passages read by document', () => {
  it.each([
    ['the highest score of each (MaxP)', 'max', ['a', 5], ['b', 4]],
    ['the sum of those that were found (SumP)', 'sum', ['a', 8], ['b', 4]],
    ['the mean of those that were found, which is not the mean of the first', 'mean', ['b', 4], ['a', 8 / 3]],
    ['the score of the first in the document (FirstP), not of the first found', 'first', ['b', 4], ['a', 2]],
  ] as const)('has %s', (_, aggregate, ...expected) => expect(scores(aggregate)).toEqual(expected));

  it.each(AGGREGATES)('lists each document once by %s, and orders equal ones as trec_eval does', (aggregate) => {
    const tied = aggregateRanking([hit(1), hit(1)], [place('a', 0), place('b', 0)], aggregate);
    expect(tied.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(aggregateRanking([], [], aggregate)).toEqual([]);
  });
});

it.each([
  ['by score descending, then by id descending', { a: 1, c: 2, b: 2, d: -1 }, ['c', 'b', 'a', 'd']],
  ['by ids as texts: doc 9 stands above doc 10', { 'doc 10': 1, 'doc 9': 1 }, ['doc 9', 'doc 10']],
  ['0 and -0 as the same score', { a: 0, b: -0 }, ['b', 'a']],
])('rank sorts %s', (_, scores, expected) => {
  expect(rank(hits(scores as Record<string, number>)).map(({ id }) => id)).toEqual(expected);
});

type Line = readonly [query: string, doc: string, score: number];

function packed(lines: readonly Line[]) {
  const builder = new RunBuilder();
  const repeated: RepeatedHit[] = [];
  lines.forEach(([query, doc, score], i) => builder.add(builder.query(query), builder.doc(doc), score, i + 1));
  return { run: builder.finish((hit) => void repeated.push(hit)), repeated };
}

describe('a packed run', () => {
  it('keeps questions without hits', () => {
    const builder = new RunBuilder();
    builder.query('q1');
    builder.add(builder.query('q2'), builder.doc('d'), 1, 1);
    builder.query('q3');
    const run = builder.finish(() => {});
    expect(run.queries).toEqual(['q1', 'q2', 'q3']);
    expect([...run.rankings.offsets]).toEqual([0, 0, 1, 1]);
  });

  it('keeps the first of lines that name a document again, and tells of the others', () => {
    const { run, repeated } = packed([
      ['q', 'a', 1],
      ['r', 'a', 5],
      ['q', 'a', 9],
      ['q', 'b', 2],
      ['q', 'a', 1],
    ]);
    expect(unpackRankings(run.rankings, run.docs)[0]).toEqual([
      { id: 'b', score: 2 },
      { id: 'a', score: 1 },
    ]);
    expect(repeated.map(({ query, doc, line }) => [query, doc, line].join(' '))).toEqual(['q a 3', 'q a 5']);
  });

  it('grows past its first size', () => {
    const lines = Array.from({ length: 5000 }, (_, i): Line => [`q${i % 7}`, `d${i}`, -i]);
    const { run } = packed(lines);
    expect(run.docs).toHaveLength(5000);
    expect(unpackRankings(run.rankings, run.docs)[0]!.slice(0, 2)).toEqual([
      { id: 'd0', score: -0 },
      { id: 'd7', score: -7 },
    ]);
  });

  it('is what sorting the hits of each question gives', () => {
    const line = fc.tuple(
      fc.constantFrom('q1', 'q2', 'q3'),
      fc.constantFrom<string>(...docIds),
      fc.integer({ min: -2, max: 2 }),
    );
    const same = fc.property(fc.array(line), (lines) => {
      const { run } = packed(lines);
      const first = new Map(lines.toReversed().map((each) => [JSON.stringify(each.slice(0, 2)), each]));
      const expected = [...new Set(lines.map(([query]) => query))].map((query) =>
        [...first.values()]
          .filter((each) => each[0] === query)
          .map(([, doc, score]) => ({ id: docId(doc), score }))
          .sort(compareHits),
      );
      expect(unpackRankings(run.rankings, run.docs)).toEqual(expected);
    });
    fc.assert(same, { numRuns: 300 });
  });
});
