import { describe, expect, it } from 'vitest';
import { signBits } from '../../../../../src/domain/retrieval/dense/open-vectors';
import { largestWeight, openInt8 } from '../../../../../src/domain/retrieval/dense/int8';
import { openAgainstExact } from '../../../../../src/domain/retrieval/dense/against-exact';
import type { MetricName } from '../../../../../src/domain/retrieval/dense/metrics';
import { openMatrix } from '../../../../../src/domain/retrieval/dense/search';
import type { ScoredDoc } from '../../../../../src/domain/retrieval/exact-search';

describe('signBits', () => {
  it('sets a bit for what is above 0, and not for 0 itself', () => {
    expect([...signBits(Float32Array.of(0.1, 0, -0.1, 5), 4)]).toEqual([0b1001]);
  });

  it('begins each row with a number of its own', () => {
    const rows = new Float32Array(66).fill(-1);
    rows[32] = 1;
    rows[33] = 1;
    expect([...signBits(rows, 33)]).toEqual([0, 1, 1, 0]);
  });

  it('keeps the bit that JavaScript takes for a sign', () => {
    const row = new Float32Array(32).fill(-1);
    row[31] = 1;
    expect([...signBits(row, 32)]).toEqual([0x80000000]);
  });
});

describe('openInt8', () => {
  it('cuts the range of each dimension into 256 steps, and reads a step as its middle', () => {
    const rows = Float32Array.of(0, -1, 256, 1, 1.5, 0);
    const index = openInt8(rows, 2);
    expect([...index.steps]).toEqual([1, 2 / 256]);
    expect([...index.decoded(0)]).toEqual([0.5, -1 + 1 / 256]);
    expect([...index.decoded(1)]).toEqual([255.5, 1 - 1 / 256]);
    expect([...index.decoded(2)]).toEqual([1.5, 1 / 256]);
  });

  it('has a range a dimension: with one of all numbers, small ones would all be the same', () => {
    const index = openInt8(Float32Array.of(-1000, 0.001, 1000, 0.003, 0, 0.002), 2);
    const [list] = index.search(Float32Array.of(0, 1), 3);
    expect(list!.map(({ doc }) => doc)).toEqual([1, 2, 0]);
    for (const [i, value] of [0.003, 0.002, 0.001].entries()) expect(list![i]!.score).toBeCloseTo(value, 5);
  });
});

it.each([1, 2, 384, 1024, 4096, 65_536])(
  'largestWeight keeps sums of %i products below half of the shift',
  (dimensions) => {
    expect(128 * dimensions * largestWeight(dimensions)).toBeLessThan(2 ** 25);
  },
);

it('keeps two questions in one number apart where both sums are as large as can be, of either sign', () => {
  const dimensions = 512;
  const rows = new Float32Array(2 * dimensions);
  rows.fill(1, 0, dimensions);
  rows.fill(-1, dimensions);
  const question = (sign: number): Float32Array => new Float32Array(dimensions).fill(sign);
  const signs = [1, -1, -1, 1, 1, 1, -1, -1];
  const queries = Float32Array.from(signs.flatMap((sign) => [...question(sign)]));
  for (const [q, list] of openInt8(rows, dimensions).search(queries, 2).entries()) {
    expect(list.map(({ doc }) => doc)).toEqual(signs[q] === 1 ? [0, 1] : [1, 0]);
    for (const [i, { score }] of list.entries()) expect(score).toBeCloseTo(i === 0 ? 510 : -510, 6);
  }
});

const clock = () => 0;
// By dot product with 1 the rows score 5, 4, 4, 4, 3, 2.
const rows = Float32Array.of(5, 4, 4, 4, 3, 2);
const compared = (
  matrix: Float32Array,
  dimensions: number,
  metric: MetricName,
  queries: Float32Array,
  lists: ScoredDoc[][],
  depth: number,
) => {
  const exact = openMatrix(matrix, dimensions, metric).search(queries, depth, clock);
  return openAgainstExact(matrix, dimensions, metric)(queries, lists, depth, exact);
};
const recall = (docs: readonly number[], depth: number) => {
  const list = docs.map((doc, i) => ({ doc, score: -i }));
  return compared(rows, 1, 'dot-product', Float32Array.of(1), [list], depth).recallAtDepth[0];
};

describe('recall of exact search', () => {
  it('is the share of the nearest that is found, in whatever order', () => {
    expect(recall([3, 2, 1, 0], 4)).toBe(1);
    expect(recall([0, 1, 4, 5], 4)).toBe(0.5);
  });

  it('takes any of those that score as the last does: position alone would put row 1 before row 3', () => {
    expect(recall([0, 3], 2)).toBe(1);
    expect(recall([3, 2], 2)).toBe(1);
    expect(recall([3, 4], 2)).toBe(0.5);
  });

  it('looks at the first ten of a list for ten', () => {
    const many = Float32Array.from({ length: 30 }, (_, i) => 30 - i);
    const list = Array.from({ length: 20 }, (_, i) => ({ doc: (i + 5) % 20, score: -i }));
    const found = compared(many, 1, 'dot-product', Float32Array.of(1), [list], 20);
    // Rows 5 to 14 come first, of which 5 to 9 are among the ten nearest.
    expect([...found.recallAt10]).toEqual([0.5]);
    expect([...found.recallAtDepth]).toEqual([1]);
  });

  it.each(['cosine', 'euclidean'] as const)('scores by %s as exact search does, question by question', (metric) => {
    const matrix = Float32Array.of(1, 0, 0.6, 0.8, 0, 1, -1, 0);
    const queries = Float32Array.of(1, 0.1, 0, 2, -3, 0.2, 0.5, 0.5, 1, -1);
    const lists = [0, 2, 3, 1, 0].map((doc) => [{ doc, score: 0 }]);
    const found = compared(matrix, 2, metric, queries, lists, 1);
    const nearest = [0, metric === 'cosine' ? 2 : 2, 3, 1, 0];
    expect([...found.recallAtDepth]).toEqual(lists.map(([hit], i) => Number(hit!.doc === nearest[i])));
  });
});
