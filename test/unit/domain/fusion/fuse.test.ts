import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../src/domain/fusion/fuse';
import { poolOf } from '../../../../src/domain/fusion/pool';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { hits } from '../measures/make';
import { docId, type Ranking } from '../../../../src/base/types';
import { openListShares } from '../../../../src/domain/fusion/list-shares';
import type { EngineNormName } from '../../../../src/domain/fusion/method';
import { normalise } from '../../../../src/domain/fusion/normalise';

describe('poolOf', () => {
  it('has each document once, descending by bytes, so that a position breaks ties as trec_eval does', () => {
    expect(poolOf([hits({ a: 1, '🙂': 2 }), hits({ '\uffee': 1, b: 2, a: 3 })]).ids).toEqual([
      '🙂',
      '\uffee',
      'b',
      'a',
    ]);
  });

  it('tells score and rank of each document in each list: NaN and 0 where it is absent', () => {
    const { lists } = poolOf([hits({ a: 1, b: 5 }), hits({ c: 7 })]);
    expect(lists.map(({ length }) => length)).toEqual([2, 1]);
    // In the order c, b, a.
    expect([...lists[0]!.scores]).toEqual([NaN, 5, 1]);
    expect([...lists[0]!.ranks]).toEqual([0, 1, 2]);
    expect([...lists[0]!.docs]).toEqual([1, 2]);
    expect([...lists[1]!.scores]).toEqual([7, NaN, NaN]);
  });

  it('throws for a document that is twice in a list, and for a score that is not a finite number', () => {
    expect(() => poolOf([[...hits({ a: 1 }), ...hits({ a: 0 })]])).toThrow('document “a” is in a list twice');
    expect(() => poolOf([hits({ a: NaN })])).toThrow('the score of document “a” is NaN');
    expect(() => poolOf([hits({ a: Infinity })])).toThrow(RangeError);
  });
});

const [a, b, c] = ['a', 'b', 'c'].map(docId) as [Id, Id, Id];
type Id = ReturnType<typeof docId>;
const first: Ranking = [
  { id: a, score: 10 },
  { id: b, score: 6 },
  { id: c, score: 2 },
];
const second: Ranking = [
  { id: c, score: 0.9 },
  { id: b, score: 0.1 },
];

describe('openListShares', () => {
  it('of reciprocal rank is the weight by the rank of each list, 0 where it has not the document', () => {
    const shares = openListShares([first, second], { method: 'rrf', constant: 60, weights: [2, 1] })!;
    expect(shares(a)).toEqual([2 / 61, 0]);
    expect(shares(b)).toEqual([2 / 62, 1 / 62]);
    expect(shares(c)).toEqual([2 / 63, 1 / 61]);
    expect(shares(docId('d'))).toBeNull();
  });

  it('of a weighted sum is the weighted normalised score, and adds up to the fused one', () => {
    const spec: FusionSpec = { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0.7, 0.3] };
    const shares = openListShares([first, second], spec)!;
    expect(shares(b)![0]).toBeCloseTo(0.7 * 0.5, 12);
    expect(shares(b)![1]).toBe(0);
    for (const { id, score } of fuse([first, second], spec))
      expect(shares(id)!.reduce((sum, share) => sum + share, 0)).toBeCloseTo(score, 12);
  });

  it('is nothing where the parts are no parts: shared weights, scores below 0, products', () => {
    const skip: FusionSpec = { method: 'wsum', norm: 'min-max', absent: 'skip', weights: [0.7, 0.3] };
    expect(openListShares([first, second], skip)!(a)).toBeNull();
    const zmuv: FusionSpec = { method: 'wsum', norm: 'zmuv', absent: 'zero', weights: [0.7, 0.3] };
    expect(openListShares([first, second], zmuv)!(b)).toBeNull();
    const mnz: FusionSpec = { method: 'wmnz', norm: 'min-max', absent: 'zero', weights: [0.7, 0.3] };
    expect(openListShares([first, second], mnz)).toBeNull();
  });
});

/** Scores of the documents c, b and a, in this order, after a normalisation. */
function normalised(norm: EngineNormName, scores: Record<string, number>): number[] {
  const pool = poolOf([hits(scores), hits({ d: 1 })]);
  const [column] = normalise(pool, norm);
  return pool.ids.flatMap((id, i) => (id === 'd' ? [] : [column![i]!]));
}

/** What single precision cannot tell from 1. */
const ALMOST_ONE = 1 + 1e-8;
type Edge = readonly [EngineNormName, string, Record<string, number>, readonly number[]];

// By the sources: MinMaxScoreNormalizer of Elasticsearch; MinMax- and ZScoreNormalizationTechnique of OpenSearch.
const EDGES: readonly Edge[] = [
  ['elasticsearch-min-max', 'three', { c: 4, b: 2, a: 1 }, [1, 1 / 3, 0]],
  ['elasticsearch-min-max', 'equal scores', { b: 12, a: 12 }, [12, 12]],
  ['elasticsearch-min-max', 'a spread under 1e-6', { b: 0.5000001, a: 0.5 }, [0.5, 0.5]],
  ['elasticsearch-min-max', 'one', { a: 12 }, [12]],
  ['elasticsearch-min-max', 'one below 0', { a: -2 }, [0]],
  ['elasticsearch-min-max', 'all below 0', { b: -1, a: -2 }, [0.5, 0]],
  ['elasticsearch-min-max', 'zeros', { b: 0, a: 0 }, [0, 0]],
  ['opensearch-min-max', 'three', { c: 4, b: 2, a: 1 }, [1, 1 / 3, 0.001]],
  ['opensearch-min-max', 'equal scores', { b: 12, a: 12 }, [1, 1]],
  ['opensearch-min-max', 'scores that are equal in single precision', { b: ALMOST_ONE, a: 1 }, [1, 1]],
  ['opensearch-min-max', 'a spread under 1e-6', { b: 0.5000001, a: 0.5 }, [1, 0.001]],
  ['opensearch-min-max', 'one', { a: 12 }, [1]],
  ['opensearch-min-max', 'one below 0', { a: -2 }, [0.001]],
  ['opensearch-min-max', 'equal scores below 0', { b: -2, a: -2 }, [0.001, 0.001]],
  ['opensearch-min-max', 'all below 0', { b: -1, a: -2 }, [0.5, 0.001]],
  ['opensearch-min-max', 'zeros', { b: 0, a: 0 }, [0.001, 0.001]],
  // Mean 7/3, deviation of the sample √(7/3): what is below the mean is 0.001.
  ['opensearch-z-score', 'three', { c: 4, b: 2, a: 1 }, [5 / 3 / Math.sqrt(7 / 3), 0.001, 0.001]],
  ['opensearch-z-score', 'the mean itself', { c: 3, b: 2, a: 1 }, [1, 3, 0.001]],
  ['opensearch-z-score', 'equal scores', { b: 12, a: 12 }, [12, 12]],
  ['opensearch-z-score', 'scores that are equal in single precision', { b: ALMOST_ONE, a: 1 }, [1, 1]],
  ['opensearch-z-score', 'one below 0', { a: -2 }, [-2]],
];

it.each(EDGES)('%s of %s', (norm, _, scores, expected) => {
  expect(normalised(norm, scores)).toEqual(expected.map((score) => expect.closeTo(score, 12) as number));
});

it.each(['elasticsearch-min-max', 'opensearch-min-max', 'opensearch-z-score'] as const)(
  '%s leaves what the list lacks without a score, and takes an empty list',
  (norm) => {
    const pool = poolOf([hits({ a: 3, b: 1 }), hits({ d: 1 }), []]);
    const [first, , last] = normalise(pool, norm);
    expect(first![pool.ids.indexOf(hits({ d: 1 })[0]!.id)]).toBeNaN();
    expect([...last!]).toEqual([NaN, NaN, NaN]);
  },
);

/** Two lists, and their documents in the order of the alphabet by the hybrid search of OpenSearch 2.19.1, one shard. */
const MEASURED = [
  // norm, two lists, arithmetic, geometric and harmonic mean
  'opensearch-min-max; a2 b2 c2; b5 d1; .5 1 .5 .0005; 1 1 1 .001; 1 1 1 .001',
  'opensearch-min-max; a1 b1.00000001; b5 d1; .5 1 .0005; 1 1 .001; 1 1 .001',
  'opensearch-min-max; a2; b5 d1; .5 .5 .0005; 1 1 .001; 1 1 .001',
  'opensearch-min-max; a3 b1 c1; b5 d1; .5 .5005 .0005 .0005; 1 .031622775 .001 .001; 1 .0019980022 .001 .001',
  'opensearch-min-max; a2 b2; a3 b3; 1 1; 1 1; 1 1',
  'opensearch-min-max; a9 b5 c1; b4 c2; .5 .75 .001; 1 .70710677 .001; 1 .6666667 .001',
  'l2; a2 b2 c2; b5 d1; .28867513 .7789655 .28867513 .09805807; .57735026 .7524218 .57735026 .19611615; .57735026 .7267825 .57735026 .19611613',
  'l2; a2; b5 d1; .5 .49029034 .09805807; 1 .9805807 .19611615; 1 .9805807 .19611613',
  'l2; a3 b1 c1; b5 d1; .452267 .64104605 .15075567 .09805807; .904534 .5437428 .30151135 .19611615; .9045339 .46120903 .30151135 .19611613',
  'l2; a9 b5 c1; b4 c2; .43503144 .6888977 .27194363; .8700629 .65752393 .20792733; .8700629 .6275789 .15898064',
];

it.each(MEASURED)('as OpenSearch joins two lists: %s', (row) => {
  const [norm, one, two, ...means] = row.split('; ') as [EngineNormName | 'l2', string, string, ...string[]];
  const lists = [one, two].map((list) =>
    hits(Object.fromEntries(list.split(' ').map((each) => [each[0]!, Number(each.slice(1))]))),
  );
  (['arithmetic', 'geometric', 'harmonic'] as const).forEach((mean, i) => {
    const rest = { norm, absent: mean === 'arithmetic' ? 'zero' : 'skip', weights: [0.5, 0.5] };
    const found = [...fuse(lists, { method: `${mean}-mean`, ...rest } as FusionSpec)].sort((x, y) =>
      x.id < y.id ? -1 : 1,
    );
    const expected = means[i]!.split(' ').map((score) => expect.closeTo(Number(score), 6) as number);
    expect(found.map(({ score }) => score)).toEqual(expected);
  });
});
