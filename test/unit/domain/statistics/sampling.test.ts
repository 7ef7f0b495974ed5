import { describe, expect, it } from 'vitest';
import { Sampling } from '../../../../src/domain/statistics/compare';
import { numbers, systemsOf, vector } from './close';
import { bootstrapSums, columnsOf, rowsOf } from '../../../../src/domain/statistics/bootstrap';
import { LANES } from '../../../../src/domain/statistics/resampled-sums';
import { Random } from '../../../../src/domain/statistics/random';
import { median, p95, quantile } from '../../../../src/domain/statistics/quantile';

describe('Sampling', () => {
  it('draws once for all systems that have the same questions', () => {
    const sampling = new Sampling(systemsOf(3, 20), 1, 50);
    expect(sampling.sharedBy([0, 1]).bootstrapped()[1]).toBe(sampling.sharedBy([1, 2]).bootstrapped()[0]);
    expect(sampling.sharedBy([0, 1]).signed()[1]).toBe(sampling.sharedBy([1, 2]).signed()[0]);
  });

  it('takes the questions that all of the systems asked for have', () => {
    const sampling = new Sampling([vector(1, NaN, 3, 4), vector(NaN, 2, 3, 5), vector(6, 7, 8, 9)], 1, 10);
    const shared = sampling.sharedBy([1, 0]);
    expect(shared.rows.map((row) => [...row].join(' '))).toEqual(['3 5', '3 4']);
    expect(shared.sums.map((sum) => sum * shared.unit)).toEqual([8, 7]);
    expect([...sampling.sharedBy([2]).rows[0]!]).toEqual([6, 7, 8, 9]);
  });

  it('gives the figures of two systems as if there were no third with gaps', () => {
    const rows = systemsOf(2, 30);
    const gaps = rows[0]!.map((value, q) => (q % 3 === 0 ? NaN : value));
    const [alone, beside] = [new Sampling(rows, 1, 20), new Sampling([...rows, gaps], 1, 20)];
    expect(beside.sharedBy([0, 1]).bootstrapped()).toEqual(alone.sharedBy([0, 1]).bootstrapped());
    expect(beside.sharedBy([0, 1]).signed()).toEqual(alone.sharedBy([0, 1]).signed());
  });

  it('takes no questions', () => {
    expect(new Sampling([vector(NaN), vector(1)], 1, 5).sharedBy([0, 1]).questions).toBe(0);
    expect([...new Sampling([vector(), vector()], 1, 5).sharedBy([0, 1]).signed()[0]!]).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('bootstrapSums', () => {
  /** Question by question, as a resample is defined. */
  function plainly(rows: readonly Float64Array[], resamples: number, seed: number): number[][] {
    const random = new Random(seed);
    const words = new Uint32Array(rows[0]!.length);
    return Array.from({ length: resamples }, () => {
      random.fill(words);
      const drawn = [...words].map((word) => Math.floor(word * (words.length / 2 ** 32)));
      return rows.map((row) => drawn.reduce((sum, q) => sum + row[q]!, 0));
    });
  }

  it.each([
    [1, 3],
    // A question is there up to six times.
    [7, 5001],
    [16, 30],
    [101, 200],
  ])('are those of every question of every resample, to the last digit: %s questions, %s times', (n, resamples) => {
    const rows = Array.from({ length: 3 }, (_, s) => numbers(n).map((value) => Math.round(value * 1000) - 100 * s));
    const columns = columnsOf(rows);
    const expected = plainly(rows, resamples, 5);
    for (const _ of ['drawn', 'kept'])
      expect(bootstrapSums(columns, resamples, 5).map((row) => [...row].map((sum) => sum * columns.unit))).toEqual(
        rows.map((_, s) => expected.map((sums) => sums[s]!)),
      );
  });
});

describe('columnsOf', () => {
  it('lays two systems side by side, question by question', () => {
    const rows = Array.from({ length: 3 }, (_, s) => vector(s, 10 + s));
    const { blocks, unit } = columnsOf(rows);
    expect(blocks.map((block) => [...block].map((value) => value * unit))).toEqual([
      [0, 1, 10, 11],
      [2, 0, 12, 0],
    ]);
    expect(rowsOf(3, blocks).map((row) => [...row].map((value) => value * unit))).toEqual(rows.map((row) => [...row]));
  });

  it('rounds values to whole units, by half of one at most', () => {
    const row = numbers(5000);
    const { blocks, unit } = columnsOf([row]);
    expect(unit).toBeLessThan(1e-11);
    const isRounded = row.every((value, q) => {
      const multiple = blocks[0]![q * LANES]!;
      return Number.isInteger(multiple) && Math.abs(multiple * unit - value) <= unit / 2;
    });
    expect(isRounded).toBe(true);
  });

  it('adds to the same sum in every order', () => {
    const row = numbers(5000).map((value) => value / 3);
    const [ahead, back] = [columnsOf([row]), columnsOf([row.slice().reverse()])];
    expect(ahead.sums).toEqual(back.sums);
    const plain = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
    expect(plain(row)).not.toBe(plain(row.slice().reverse()));
  });

  it('keeps sums exact for large values and counts', () => {
    const { sums, unit } = columnsOf([vector(1e6, -1e6, 3), new Float64Array(3).fill(1e6)]);
    expect([...sums].map((sum) => sum * unit)).toEqual([3, 3e6]);
    expect(sums.every(Number.isSafeInteger)).toBe(true);
  });
});

/** Computed once more in Python, whose whole numbers do not overflow. */
const PINNED = [1959603763, 2423114712, 2466933512, 4144396390];

const words = (seed: number, length: number): number[] => {
  const found = new Uint32Array(length);
  new Random(seed).fill(found);
  return [...found];
};

describe('Random', () => {
  it('gives the same words for the same seed, on every machine', () => {
    expect(words(42, 4)).toEqual(PINNED);
    expect(words(2 ** 32 + 42, 4)).toEqual(PINNED);
  });
});

describe('quantile', () => {
  it.each([
    // numpy.quantile([15, 20, 35, 40, 50], q)
    [0, 15],
    [0.05, 16],
    [0.3, 23],
    [0.5, 35],
    [0.95, 48],
    [1, 50],
  ])('interpolates as numpy does at %f', (q, expected) => {
    expect(quantile([50, 15, 40, 20, 35], q)).toBeCloseTo(expected, 12);
  });

  it('lies between two values, is one value itself, and is not a number for none', () => {
    expect([median([1, 2]), median([4, 1, 3, 2]), p95([7]), median([])]).toEqual([1.5, 2.5, 7, NaN]);
  });

  it.each([95, NaN])('refuses %d: 95 is not 0.95', (q) => {
    expect(() => quantile([1], q)).toThrow(RangeError);
  });
});
