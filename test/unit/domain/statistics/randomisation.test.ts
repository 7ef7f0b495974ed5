import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../src/domain/statistics/bootstrap';
import {
  exactRandomisationP,
  type PairedRows,
  randomisationP,
  signedSums,
  signFlipTests,
} from '../../../../src/domain/statistics/randomisation';
import { significant } from '../../../../src/domain/statistics/significant';
import { numbers, vector } from './close';
import { ConfidenceSequence } from '../../../../src/domain/statistics/confidence-sequence';
import { uniform } from '../../../../src/domain/statistics/random';
import { drawingOrder } from '../../../../src/domain/statistics/successive-sampling';
import { compare } from '../../../../src/domain/statistics/compare';

const sumsOf = (rows: readonly Float64Array[], resamples = 500, seed = 1) => {
  const columns = columnsOf(rows);
  return signedSums(columns, resamples, seed).map((row) => row.map((sum) => sum * columns.unit));
};

/** Powers of 2: a sum tells every sign. */
const powers = (questions: number) => Float64Array.from({ length: questions }, (_, q) => 2 ** q);

describe('signedSums', () => {
  it.each([1, 3, 7, 8, 9, 31, 32, 33, 40])('sums %s questions, each with its sign or the other', (questions) => {
    const all = 2 ** questions - 1;
    const [sums] = sumsOf([powers(questions)], 50);
    // A sum of ±1, ±2, ±4 … is odd and no farther from 0 than all of them.
    for (const sum of sums!) expect(Math.abs(sum) <= all && Math.abs(sum % 2) === 1).toBe(true);
    expect(new Set(sums).size).toBeGreaterThan(Math.min(1, questions - 1));
  });

  it('flips every sign half of the time, each by itself', () => {
    const [sums] = sumsOf([powers(33)], 4000);
    const flipped = [...sums!].map((sum) => (2 ** 33 - 1 - sum) / 2);
    const bit = (value: number, q: number) => Math.floor(value / 2 ** q) % 2;
    for (let q = 0; q < 33; q++) {
      // Four standard deviations.
      expect(Math.abs(flipped.filter((value) => bit(value, q)).length - 2000)).toBeLessThan(127);
      expect(
        Math.abs(flipped.filter((value) => bit(value, q) === bit(value, (q + 8) % 33)).length - 2000),
      ).toBeLessThan(127);
    }
  });
});

describe('randomisationP', () => {
  const none = new Float64Array(4);

  it('counts sums at least as far from 0, to either side, and the observed one', () => {
    expect(randomisationP(3, vector(5, -3, 2, 0), none, 0)).toBe(3 / 5);
    expect(randomisationP(-3, vector(5, -3, 2, 0), none, 0)).toBe(3 / 5);
  });
});

describe('exactRandomisationP', () => {
  const exactP = (differences: Float64Array) => exactRandomisationP(differences, new Float64Array(differences.length));

  it('does not count questions without a difference, which change nothing', () => {
    expect(exactP(vector(0, 1, 0, 2, 3, ...new Array<number>(50).fill(0)))).toBe(2 / 8);
  });

  it('leaves out questions that differ by rounding alone, as the last of twelve digits does', () => {
    const first = vector(...new Array<number>(14).fill(1), 0.333333333333, 0.333333333333);
    const second = vector(...new Array<number>(14).fill(0), 0.333333333334, 0.333333333332);
    expect(exactRandomisationP(first, second)).toBe(2 / 2 ** 14);
  });

  it('does not take for equal what differs by more than rounding', () => {
    // Of ±(1/3 + 1e-9) ± 1/3 the sums are near 0 and near 2/3.
    const first = significant([1 / 3 + 1e-9, 0.25, 0.75]);
    const second = significant([0, 0.25 + 1 / 3, 0.75]);
    expect(exactRandomisationP(first, second)).toBe(1);
    expect(exactRandomisationP(vector(1 / 3 + 1e-9, 1 / 3, 2e-9), vector(0, 0, 0))).toBe(2 / 8);
    expect(exactRandomisationP(vector(1 / 3 + 1e-9, 1 / 3, -2e-9), vector(0, 0, 0))).toBe(4 / 8);
  });

  it('is left to a sample of signs for more than 14 differences', () => {
    expect(exactP(new Float64Array(14).fill(1))).toBe(2 / 2 ** 14);
    expect(exactP(new Float64Array(15).fill(1))).toBeNull();
  });
});

const of = (values: Iterable<number>, range: readonly [number, number] = [-1, 1], alpha = 0.05): ConfidenceSequence => {
  const sequence = new ConfidenceSequence({ range, alpha });
  for (const value of values) sequence.add(value);
  return sequence;
};

describe('a confidence sequence', () => {
  it('starts with the whole range, and only ever becomes narrower', () => {
    const sequence = of([]);
    expect(sequence.interval).toEqual([-1, 1]);
    let [low, high] = [-1, 1];
    for (const value of numbers(300)) {
      sequence.add(value - 0.5);
      const [nextLow, nextHigh] = sequence.interval!;
      expect(nextLow).toBeGreaterThanOrEqual(low);
      expect(nextHigh).toBeLessThanOrEqual(high);
      [low, high] = [nextLow, nextHigh];
    }
    expect(high - low).toBeLessThan(0.25);
    expect(sequence.count).toBe(300);
    expect(sequence.mean).toBeCloseTo(numbers(300).reduce((sum, value) => sum + value - 0.5, 0) / 300, 12);
  });

  it('refuses a value outside the range, and one that is none', () => {
    expect(() => of([1.01])).toThrow(RangeError);
    expect(() => of([NaN])).toThrow(RangeError);
  });
});

const SIZES = [3, 1, 0.5, 2, 0.25, 1];
const TOTAL = SIZES.reduce((sum, size) => sum + size, 0);

describe('the order of drawing', () => {
  it('draws each item first in proportion to its size, and the next of those that are left', () => {
    const random = uniform(4);
    const firsts = new Array<number>(6).fill(0);
    const seconds = new Array<number>(6).fill(0);
    const times = 8000;
    for (let i = 0; i < times; i++) {
      const [first, second] = drawingOrder(
        Float64Array.from(SIZES),
        Float64Array.from(SIZES, () => 1 - random()),
      );
      firsts[first!]!++;
      if (first === 0) seconds[second!]!++;
    }
    for (const [item, size] of SIZES.entries()) expect(firsts[item]! / times).toBeCloseTo(size / TOTAL, 1.7);
    for (const [item, size] of SIZES.entries())
      if (item !== 0) expect(seconds[item]! / firsts[0]!).toBeCloseTo(size / (TOTAL - SIZES[0]!), 1.5);
  });

  it('draws no item of size 0', () => {
    expect(drawingOrder(Float64Array.from([0, 1, 0]), Float64Array.from([0.1, 0.5, 0.9]))).toEqual([1]);
  });
});

const pair = (first: readonly number[], second: readonly number[] = first.map(() => 0)): PairedRows => ({
  first: Float64Array.from(first),
  second: Float64Array.from(second),
});

/** Step-down max-T as the book has it, over all signs: slow, and of nothing but sums. */
function literal(rows: readonly (readonly number[])[], side: 'greater' | 'both') {
  const n = rows[0]!.length;
  const t = (signs: number, row: readonly number[]): number => {
    const sum = row.reduce((total, d, q) => total + ((signs >> q) & 1 ? -d : d), 0);
    const scaled = sum / Math.sqrt(row.reduce((total, d) => total + d * d, 0));
    return side === 'both' ? Math.abs(scaled) : scaled;
  };
  const observed = rows.map((row) => t(0, row));
  const all = [...Array(2 ** n).keys()];
  const order = [...rows.keys()].sort((a, b) => observed[b]! - observed[a]!);
  const corrected: number[] = [];
  let highest = 0;
  order.forEach((r, step) => {
    const rest = order.slice(step);
    const count = all.filter((signs) => Math.max(...rest.map((i) => t(signs, rows[i]!))) >= observed[r]! - 1e-9).length;
    corrected[r] = highest = Math.max(highest, count / all.length);
  });
  const p = rows.map((row, r) => all.filter((signs) => t(signs, row) >= observed[r]! - 1e-9).length / all.length);
  return { p, corrected };
}

describe('sign-flip tests of several differences', () => {
  const rows = [
    [0.5, 0.25, -0.1, 0.3, 0.4, 0.2, -0.05, 0.1],
    [0.1, -0.2, 0.3, 0.05, -0.1, 0.2, 0.15, 0.4],
    [5, 2, -1, 3, 4, -2, 1, 0],
  ];
  const options = { seed: 42, resamples: 20_000 } as const;

  it.each(['greater', 'both'] as const)('are those of all signs, gone through one by one (%s)', (side) => {
    const found = signFlipTests(
      rows.map((row) => pair(row)),
      { side, ...options },
    );
    const expected = literal(rows, side);
    expect(found.exact).toBe(true);
    found.p.forEach((p, i) => expect(p).toBeCloseTo(expected.p[i]!, 12));
    found.corrected.forEach((p, i) => expect(p).toBeCloseTo(expected.corrected[i]!, 12));
    // Sums that are not scaled would let the row with the largest values decide for all.
    expect(found.corrected[0]).not.toBe(found.corrected[1]);
  });

  it('agrees with the exact p where signs are sampled', () => {
    const random = uniform(5);
    const long = [0.12, 0.02].map((shift) => Array.from({ length: 40 }, () => random() - 0.5 + shift));
    const found = signFlipTests(
      long.map((row) => pair(row)),
      { side: 'both', ...options },
    );
    expect(found.exact).toBe(false);
    long.forEach((row, i) => {
      const input = { measure: 'nDCG@10', systems: ['a', 'b'], seed: 1, resamples: 20_000 };
      const { pairs } = compare({ ...input, values: [Float64Array.from(row), new Float64Array(40)] });
      expect(Math.abs(found.p[i]! - pairs[0]!.p.randomisation!)).toBeLessThan(0.015);
    });
  });

  it('corrects nothing for one difference, nor for the same one twice', () => {
    const one = signFlipTests([pair(rows[0]!)], { side: 'greater', ...options });
    expect(one.corrected).toEqual(one.p);
    // Holm would double it.
    const twice = signFlipTests([pair(rows[0]!), pair(rows[0]!.map((d) => d * 2))], { side: 'greater', ...options });
    expect(twice.corrected).toEqual([one.p[0], one.p[0]]);
  });

  it('leaves a question out where a condition has no value, and has p of 1 for no difference', () => {
    const [first, second] = [
      [0.5, 0.9, NaN, 0.3],
      [0.2, 0.1, 0.9, NaN],
    ];
    const found = signFlipTests([pair(first, second), pair([1, 1, 1, 1], [1, 1, 1, 1])], {
      side: 'greater',
      ...options,
    });
    expect(found.p).toEqual([0.25, 1]);
    expect(found.corrected).toEqual([0.25, 1]);
    expect(signFlipTests([], { side: 'both', ...options })).toMatchObject({ p: [], corrected: [] });
  });

  it('rounding decides nothing: 0.3 − 0.2 and 0.2 − 0.1 are the same difference', () => {
    const found = signFlipTests([pair([0.3, 0.2, 0.3], [0.2, 0.3, 0.2])], { side: 'greater', ...options });
    // One of three is against: 4 of 8 signs have at least a sum of one.
    expect(found.p).toEqual([0.5]);
  });
});
