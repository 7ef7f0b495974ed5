import { describe, expect, it } from 'vitest';
import { openMatrix, shortened } from '../../../../../src/domain/retrieval/dense/search';
import * as v from 'valibot';
import {
  DEFAULT_VECTOR_SEARCHES,
  vectorSearchSchema,
} from '../../../../../src/domain/retrieval/dense/vector-search-spec';
import type { MetricName } from '../../../../../src/domain/retrieval/dense/metrics';
import { rocchio } from '../../../../../src/domain/retrieval/feedback/rocchio';
import { openMmr, openSvm, openVectors, signBits } from '../../../../../src/domain/retrieval/dense/open-vectors';
import { encodeBlocks, largestWeight, openInt8 } from '../../../../../src/domain/retrieval/dense/int8';
import { openAgainstExact } from '../../../../../src/domain/retrieval/dense/against-exact';
import type { ScoredDoc } from '../../../../../src/domain/retrieval/top-k';
import { Cholesky, SvmSolver } from '../../../../../src/domain/retrieval/dense/svm-solver';

const matrix = (...rows: number[][]): Float32Array => Float32Array.from(rows.flat());
const clock = () => 0;

describe('shortened', () => {
  it('keeps the first numbers of each row', () => {
    expect([...shortened(matrix([3, 4, 12], [0, 0, 5]), 3, 2, false)]).toEqual([3, 4, 0, 0]);
  });

  it('gives each row length 1 of what is left, not of what it was; zeros stay', () => {
    expect([...shortened(matrix([3, 4, 12], [0, 0, 5]), 3, 2, true)]).toEqual([...Float32Array.of(0.6, 0.8, 0, 0)]);
  });

  it.each([0, 4, 1.5])('refuses %s of 3', (first) => {
    expect(() => shortened(matrix([3, 4, 12], [0, 0, 5]), 3, first, true)).toThrow(RangeError);
  });
});

const { nearest, quantised } = DEFAULT_VECTOR_SEARCHES;
const taken = (spec: unknown): boolean => v.safeParse(vectorSearchSchema, spec).success;

it.each([
  ['no dimensions', { ...nearest, dimensions: 0 }],
  ['parts of a dimension', { ...nearest, dimensions: 1.5 }],
  ['dimensions that are undefined', { ...nearest, dimensions: undefined }],
  ['another precision', { ...quantised, precision: 'int4' }],
  ['parts of a depth', { ...quantised, rescore: 1.5 }],
])('vectorSearchSchema refuses %s', (_, spec) => {
  expect(taken(spec)).toBe(false);
});

function search(metric: MetricName, rows: Float32Array, ...queries: number[][]) {
  return openMatrix(rows, queries[0]!.length, metric).search(matrix(...queries), 10, clock).lists;
}

describe('search over a matrix', () => {
  it('a vector of length 0 has cosine 0 with all, itself too', () => {
    expect(search('cosine', matrix([0, 0], [-1, 0]), [1, 0], [0, 0])).toEqual([
      [
        { doc: 0, score: 0 },
        { doc: 1, score: -1 },
      ],
      [
        { doc: 0, score: 0 },
        { doc: 1, score: 0 },
      ],
    ]);
  });

  it('a row that equals the question is 0 away, and not −0', () => {
    expect(search('euclidean', matrix([0.1, 0.7]), [0.1, 0.7])[0]![0]!.score).toBe(0);
  });

  it('keeps the digits of small distances, which |q|² + |d|² − 2 q·d loses', () => {
    const step = 2 ** -20;
    const row = Float32Array.of(3000.3, 0.125);
    const query = Float32Array.of(3000.3, 0.125 + step);
    expect(openMatrix(row, 2, 'euclidean').search(query, 1, clock).lists[0]![0]!.score).toBe(-step);
    const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    const expanded = Math.sqrt(Math.max(0, dot(row, row) + dot(query, query) - 2 * dot(row, query)));
    expect(Math.abs(expanded - step) / step).toBeGreaterThan(1e-3);
  });

  it('refuses matrices that are not made of whole rows', () => {
    expect(() => openMatrix(matrix([1, 2, 3]), 2, 'cosine')).toThrow(RangeError);
    expect(() => openMatrix(matrix([1, 2]), 0, 'cosine')).toThrow(RangeError);
    expect(() => openMatrix(matrix([1, 2]), 2, 'cosine').search(matrix([1, 2, 3]), 1, clock)).toThrow(RangeError);
  });
});

const rows = Float32Array.from([1, 0, 0.9, 0.1, 0.7, 0.7, 0, 1, -1, 0.2, 0.6, -0.6]);
const queries = Float32Array.from([1, 0.1, 0.2, 0.9]);

describe('openVectors', () => {
  it('searches by MMR with its λ and depth', async () => {
    const options = { lambda: 0.3, fetchDepth: 5 };
    const { lists } = await openVectors(rows, 2, { kind: 'mmr', ...options }).search(queries, 4, clock);
    expect(lists).toEqual((await openMmr(rows, 2, options)(queries, 4, clock)).lists);
    expect(lists).not.toEqual(openMatrix(rows, 2, 'cosine').search(queries, 4, clock).lists);
  });

  const tiny = Number.MIN_VALUE;
  it.each([
    ['the next below for equal values, 0 and less', [0, -1, 0, 1, 1, 0], 3, [2, 1, 0], [0, -tiny, -2 * tiny]],
    ['the first raised to the second, which comes below', [-1, 0, 1, 0], 2, [1, 0], [1, 1 - Number.EPSILON / 2]],
    ['the first raised where it is asked for alone', [-1, 0, 1, 0], 1, [1], [1]],
  ])('has scores of MMR in the order of taking: %s', async (_, matrix, depth, docs, scores) => {
    const index = openMmr(Float32Array.from(matrix), 2, { lambda: 0, fetchDepth: 5 });
    const { lists } = await index(Float32Array.of(4, 3), depth, clock);
    expect(lists[0]).toEqual(docs.map((doc, i) => ({ doc, score: scores[i] })));
  });

  it.each([-0.1, 1.1, NaN])('refuses a λ of %s', (lambda) => {
    expect(() => openMmr(rows, 2, { lambda, fetchDepth: 5 })).toThrow(RangeError);
  });

  it('searches by SVM with its C', async () => {
    const { lists } = await openVectors(rows, 2, { kind: 'svm', c: 0.5 }).search(queries, 4, clock);
    expect(lists).toEqual(openSvm(rows, 2, 0.5).search(queries, 4, clock).lists);
  });

  it('searches twice with Rocchio: the second time with the question moved', async () => {
    const { kind: _kind, ...options } = { ...DEFAULT_VECTOR_SEARCHES.rocchio, first: 2, gamma: 0.2, last: 1 };
    let time = 0;
    const { lists, milliseconds } = await openVectors(rows, 2, { kind: 'rocchio', ...options }).search(
      queries,
      4,
      () => (time += 1),
    );
    const cosine = openMatrix(rows, 2, 'cosine');
    const first = cosine.search(queries, 4, clock).lists;
    const moved = [0, 1].flatMap((q) => [...rocchio(queries.subarray(2 * q, 2 * q + 2), rows, first[q]!, options)]);
    expect(lists).toEqual(cosine.search(Float32Array.from(moved), 4, clock).lists);
    expect(milliseconds.every((ms) => ms > 0)).toBe(true);
  });

  describe('with fewer dimensions', () => {
    const wide = Float32Array.from([3, 4, 9, 1, 0, -7, 0, 2, 5, -1, -1, 0]);
    const asked = Float32Array.from([1, 2, 3]);

    it.each([
      ['the cosine', { kind: 'nearest', metric: 'cosine' }, true],
      ['the dot product', { kind: 'nearest', metric: 'dot-product' }, false],
      ['Euclidean distance', { kind: 'nearest', metric: 'euclidean' }, false],
      ['MMR', DEFAULT_VECTOR_SEARCHES.mmr, true],
      ['Rocchio', DEFAULT_VECTOR_SEARCHES.rocchio, true],
      ['an SVM', DEFAULT_VECTOR_SEARCHES.svm, false],
    ] as const)('searches the first of each vector by %s', async (_, spec, scaled) => {
      const cut = (matrix: Float32Array) => shortened(matrix, 3, 2, scaled);
      const { lists } = await openVectors(wide, 3, { ...spec, dimensions: 2 }).search(asked, 4, clock);
      expect(lists).toEqual((await openVectors(cut(wide), 2, spec).search(cut(asked), 4, clock)).lists);
    });

    it('refuses more than there are', () => {
      const open = () => openVectors(wide, 3, { kind: 'nearest', metric: 'cosine', dimensions: 4 });
      expect(open).toThrow('there are no first 4 numbers of a vector of 3');
    });
  });
});

describe('signBits', () => {
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
    const codes = new Int8Array(rows.length);
    const { lows, steps } = encodeBlocks([rows], 2, codes);
    expect([...lows, ...steps]).toEqual([0, -1, 1, 2 / 256]);
    expect([...codes]).toEqual([-128, -128, 127, 127, -127, 0]);
  });

  it('has a range a dimension: with one of all numbers, small ones would all be the same', () => {
    const list = openInt8([Float32Array.of(-1000, 0.001, 1000, 0.003, 0, 0.002)], 3, 2)(Float32Array.of(0, 1), 3);
    expect(list.map(({ doc }) => doc)).toEqual([1, 2, 0]);
    for (const [i, value] of [0.003, 0.002, 0.001].entries()) expect(list[i]!.score).toBeCloseTo(value, 5);
  });
});

it.each([1, 2, 384, 1024, 4096, 65_536])('largestWeight keeps sums of %i products below 2^25', (dimensions) => {
  expect(128 * dimensions * largestWeight(dimensions)).toBeLessThan(2 ** 25);
});

describe('vectors of a byte a number, or of bits', () => {
  const [dimensions, count] = [16, 40];
  const bytes = Uint8Array.from({ length: (count * dimensions) / 8 }, (_, i) => (i * 97 + (i >> 3) * 13) % 256);
  const whole = Int8Array.from({ length: count * dimensions }, (_, i) => ((i * 37 + (i >> 4)) % 256) - 128);
  const questions = Float32Array.from({ length: 2 * dimensions }, (_, i) => Math.sin(i));

  it.each([bytes, whole])('are searched as the numbers that they stand for are', async (packed) => {
    // What they stand for, number by number.
    const numbers =
      packed instanceof Int8Array
        ? Float32Array.from(packed)
        : Float32Array.from({ length: 8 * packed.length }, (_, i) => ((packed[i >> 3]! << (i & 7)) & 0x80 ? 1 : -1));
    const specs = Object.values(DEFAULT_VECTOR_SEARCHES).flatMap((spec) => [spec, { ...spec, dimensions: 5 }]);
    for (const spec of [...specs, { ...quantised, precision: 'binary', rescore: 2 } as const]) {
      const expected = await openVectors(numbers, dimensions, spec).search(questions, 12, clock);
      expect(await openVectors(packed, dimensions, spec).search(questions, 12, clock)).toEqual(expected);
    }
    expect(openVectors(packed, dimensions, nearest).bytes).toBe(packed.byteLength);
  });
});

// By dot product with 1 the rows score 5, 4, 4, 4, 3, 2.
const line = Float32Array.of(5, 4, 4, 4, 3, 2);
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
  return compared(line, 1, 'dot-product', Float32Array.of(1), [list], depth).recallAtDepth[0];
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

describe('the exemplar SVM', () => {
  it('gets there where the margin is all but hard: lengths of thousands and a large C', () => {
    const numbers = Float32Array.from({ length: 301 * 20 }, (_, i) => 1000 * Math.sin(i * i + 0.5 * i));
    const solver = new SvmSolver(numbers.subarray(20), 20, 1000);
    const { gradientNorm, decisions, queryDecision } = solver.solve(numbers.subarray(0, 20));
    // The gradient at 0 is some 10⁹.
    expect(gradientNorm).toBeLessThan(0.1);
    expect(queryDecision).toBeGreaterThan(0.9);
    expect(decisions.every(Number.isFinite)).toBe(true);
  });

  it('refuses C that is not above 0, and what has not the width of the rows', () => {
    for (const c of [0, -1, NaN, Infinity]) expect(() => openSvm(matrix([1]), 1, c)).toThrow(RangeError);
    expect(() => openSvm(matrix([1, 2]), 2, 1).search(matrix([1]), 1, () => 0)).toThrow(RangeError);
  });

  it('refuses numbers that are not finite instead of going round', () => {
    expect(() => new SvmSolver(matrix([1, 2]), 2, 1).solve(matrix([NaN, 1]))).toThrow(RangeError);
    expect(() => new SvmSolver(matrix([Infinity, 2]), 2, 1).solve(matrix([1, 1]))).toThrow(RangeError);
  });
});

it('the Cholesky factor refuses a matrix that is not positive definite', () => {
  expect(() => new Cholesky(Float64Array.of(1, 2, 2, 1), 2)).toThrow(RangeError);
  expect(() => new Cholesky(Float64Array.of(NaN), 1)).toThrow(RangeError);
});
