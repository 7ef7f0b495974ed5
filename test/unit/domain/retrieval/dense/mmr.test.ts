import { describe, expect, it } from 'vitest';
import { openMmr } from '../../../../../src/domain/retrieval/dense/open-vectors';

const matrix = (...rows: number[][]): Float32Array => Float32Array.from(rows.flat());

function search(
  rows: Float32Array,
  query: number[],
  options: Partial<Parameters<ReturnType<typeof openMmr>['search']>[1]>,
) {
  const all = { lambda: 0.5, fetchDepth: 10, depth: 10, ...options };
  return openMmr(rows, query.length).search(Float32Array.from(query), all, () => 0).lists[0]!;
}

const docs = (hits: readonly { doc: number }[]): number[] => hits.map(({ doc }) => doc);

describe('maximal marginal relevance', () => {
  // Cosines to (1, 0): .8 .8 .6 0; to row 0: – .28 .96 .6; to row 1: – – 0 −.6; to row 2: – – – .8.
  const rows = matrix([4, 3], [4, -3], [3, 4], [0, 1]);

  it('by hand, λ = ½', () => {
    const hits = search(rows, [1, 0], {});
    expect(docs(hits)).toEqual([0, 1, 2, 3]);
    const scores = [0.5 * 0.8, 0.5 * 0.8 - 0.5 * 0.28, 0.5 * 0.6 - 0.5 * 0.96, -0.5 * 0.8];
    hits.forEach(({ score }, i) => expect(score).toBeCloseTo(scores[i]!, 15));
    // With the mean similarity to what was taken, as some have it, row 2 would have .3 − .5 · .48.
    expect(hits[2]!.score).not.toBeCloseTo(0.06, 2);
  });

  it('takes from the candidates only, and at most as many as there are', () => {
    expect(docs(search(rows, [1, 0], { lambda: 0, fetchDepth: 2 }))).toEqual([0, 1]);
    expect(docs(search(rows, [1, 0], { depth: 1 }))).toEqual([0]);
    expect(search(rows, [1, 0], { depth: 0 })).toEqual([]);
    expect(search(matrix(), [1, 0], {})).toEqual([]);
  });

  it('of equal values takes the candidate with the higher cosine, and sorting by score keeps that', () => {
    // Rows 0 and 1 are as unlike row 2, which is the first; row 1 is nearer to the question.
    const hits = search(matrix([0, -1], [0, 1], [1, 0]), [4, 3], { lambda: 0 });
    expect(docs(hits)).toEqual([2, 1, 0]);
    expect(docs([...hits].sort((a, b) => b.score - a.score || a.doc - b.doc))).toEqual([2, 1, 0]);
    expect(hits.map(({ score }) => score)).toEqual([0, -Number.MIN_VALUE, -2 * Number.MIN_VALUE]);
  });

  it('nudges by one digit in the last place, above and below 0', () => {
    const nudged = (rows: Float32Array, lambda: number): number[] =>
      search(rows, [4, 3], { lambda }).map(({ score }) => score);
    // The second has the value of the first: raised to it, and at a lower row.
    const [first, second] = nudged(matrix([-1, 0], [1, 0]), 0) as [number, number];
    expect([first, second]).toEqual([1, 1 - Number.EPSILON / 2]);
    const [, b, c] = nudged(matrix([3, 4], [3, 4], [3, 4]), 0) as [number, number, number];
    expect([b, c]).toEqual([-1, -1]);
  });

  it('refuses λ outside 0 to 1', () => {
    for (const lambda of [-0.1, 1.1, NaN]) expect(() => search(rows, [1, 0], { lambda })).toThrow(RangeError);
  });

  it('counts the time of searching and of choosing', () => {
    let now = 0;
    const options = { lambda: 0.5, fetchDepth: 2, depth: 2 };
    const { milliseconds } = openMmr(rows, 2).search(matrix([1, 0], [0, 1]), options, () => (now += 4));
    expect([...milliseconds]).toEqual([2 + 4, 2 + 4]);
  });
});
