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

describe('system names', () => {
  const run = (file: string, tag: string | null) => ({ file, tag });

  describe('systemNames', () => {
    it('are the tags', () => {
      expect(systemNames([run('a.run', 'bm25'), run('b.run', 'dense')], [])).toEqual(['bm25', 'dense']);
    });

    it('are the files’ names where tags repeat, for each of those that do', () => {
      const runs = [run('x/a.run', 'STANDARD'), run('x/b.run', 'STANDARD'), run('c.run', 'own')];
      expect(systemNames(runs, [])).toEqual(['a.run', 'b.run', 'own']);
    });

    it('are the files’ names where there is no tag, or a system has it', () => {
      expect(systemNames([run('a.json', null), run('b.run', 'bm25')], ['bm25'])).toEqual(['a.json', 'b.run']);
    });

    it('never repeat, whatever the files are called', () => {
      const runs = [run('x/r', null), run('y/r', null), run('y/r', null)];
      expect(systemNames(runs, [])).toEqual(['r', 'y/r', 'y/r (2)']);
    });
  });
});

const run = (changes: Partial<PackedRun> = {}): PackedRun => ({
  queries: [queryId('q1')],
  docs: [docId('a'), docId('b')],
  rankings: packRankings([[{ doc: 1, score: 2 }]]),
  ...changes,
});

describe('runHash', () => {
  it('is the same for the same run', () => {
    expect(runHash(run())).toBe(runHash(run()));
  });

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
  it('has the highest score of each (MaxP)', () =>
    expect(scores('max')).toEqual([
      ['a', 5],
      ['b', 4],
    ]));

  it('has the sum of those that were found (SumP)', () =>
    expect(scores('sum')).toEqual([
      ['a', 8],
      ['b', 4],
    ]));

  it('has the mean of those that were found, which is not the mean of the first', () =>
    expect(scores('mean')).toEqual([
      ['b', 4],
      ['a', 8 / 3],
    ]));

  it('has the score of the one that stands first in the document (FirstP), not of the one that was found first', () =>
    expect(scores('first')).toEqual([
      ['b', 4],
      ['a', 2],
    ]));

  it.each(AGGREGATES)('lists each document once by %s, and orders equal ones as trec_eval does', (aggregate) => {
    const tied = aggregateRanking([hit(1), hit(1)], [place('a', 0), place('b', 0)], aggregate);
    expect(tied.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(aggregateRanking([], [], aggregate)).toEqual([]);
  });
});

describe('rank', () => {
  it('sorts by score descending, then by id descending', () => {
    expect(rank(hits({ a: 1, c: 2, b: 2, d: -1 })).map((hit) => hit.id)).toEqual(['c', 'b', 'a', 'd']);
  });

  it('rejects ids as numbers: doc 9 stands above doc 10', () => {
    expect(rank(hits({ 'doc 10': 1, 'doc 9': 1 })).map((hit) => hit.id)).toEqual(['doc 9', 'doc 10']);
  });

  it('takes 0 and -0 for the same score', () => {
    expect(rank(hits({ a: 0, b: -0 })).map((hit) => hit.id)).toEqual(['b', 'a']);
  });
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
