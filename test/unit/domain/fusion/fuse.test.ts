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

const EVERY: Record<EngineNormName, { of: number[]; flat: number[]; one: number[]; negative: number[] }> = {
  'elasticsearch-min-max': { of: [1, 1 / 3, 0], flat: [12, 12], one: [12], negative: [-2] },
  'opensearch-min-max': { of: [1, 1 / 3, 0.001], flat: [1, 1], one: [1], negative: [1] },
  // Mean 7/3, deviation of the sample √(7/3): what is below the mean is 0.001.
  'opensearch-z-score': { of: [5 / 3 / Math.sqrt(7 / 3), 0.001, 0.001], flat: [12, 12], one: [12], negative: [-2] },
};

describe.each(Object.keys(EVERY) as EngineNormName[])('%s', (norm) => {
  const { of, flat, one, negative } = EVERY[norm];

  it('scales a list of three', () => {
    normalised(norm, { c: 4, b: 2, a: 1 }).forEach((score, i) => expect(score).toBeCloseTo(of[i]!, 12));
  });

  it('gives a list of equal scores, and a list of one, what the engine gives', () => {
    expect(normalised(norm, { b: 12, a: 12 })).toEqual(flat);
    expect(normalised(norm, { a: 12 })).toEqual(one);
    expect(normalised(norm, { a: -2 })).toEqual(negative);
  });

  it('leaves what the list lacks without a score, and takes an empty list', () => {
    const pool = poolOf([hits({ a: 3, b: 1 }), hits({ d: 1 }), []]);
    const [first, , last] = normalise(pool, norm);
    expect(first![pool.ids.indexOf(hits({ d: 1 })[0]!.id)]).toBeNaN();
    expect([...last!]).toEqual([NaN, NaN, NaN]);
  });
});

it.each([
  [
    'opensearch-z-score',
    'gives a score that equals the mean the highest of the list',
    { c: 3, b: 2, a: 1 },
    [1, 3, 0.001],
  ],
  ['elasticsearch-min-max', 'takes a spread under 1e-6 for none', { b: 0.5000001, a: 0.5 }, [0.5, 0.5]],
  ['opensearch-min-max', 'takes a spread under 1e-6 for one', { b: 0.5000001, a: 0.5 }, [1, 0.001]],
] as const)('%s %s', (norm, _, scores, expected) => {
  expect(normalised(norm, scores)).toEqual(expected);
});
