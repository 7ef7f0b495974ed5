import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../src/domain/statistics/bootstrap';
import { exactRandomisationP, randomisationP, signedSums } from '../../../../src/domain/statistics/randomisation';
import { significant } from '../../../../src/domain/statistics/significant';
import { systemsOf, vector } from './close';

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

  it('flips the same questions for every system: the sum of a difference is the difference of sums', () => {
    const rows = systemsOf(6, 75);
    const all = sumsOf(rows);
    const [alone] = sumsOf([rows[5]!.map((value, q) => value - rows[2]![q]!)]);
    alone!.forEach((sum, r) => expect(all[5]![r]! - all[2]![r]!).toBeCloseTo(sum, 10));
  });

  it('gives a system the same sums whichever others are there', () => {
    const rows = systemsOf(6, 75);
    expect(sumsOf(rows)[5]).toEqual(sumsOf([rows[5]!])[0]);
  });
});

describe('randomisationP', () => {
  const none = new Float64Array(4);

  it('counts sums at least as far from 0, to either side, and the observed one', () => {
    expect(randomisationP(3, vector(5, -3, 2, 0), none, 0)).toBe(3 / 5);
    expect(randomisationP(-3, vector(5, -3, 2, 0), none, 0)).toBe(3 / 5);
  });

  it('rejects p = 0', () => {
    expect(randomisationP(10, vector(1, 2, 3, 4), none, 0)).toBe(1 / 5);
  });

  it('takes sums for equal that differ by rounding', () => {
    expect(randomisationP(3, vector(2.9999999, 0, 0, 0), none, 0)).toBe(1 / 5);
    expect(randomisationP(3, vector(2.9999999, 0, 0, 0), none, 1e-6)).toBe(2 / 5);
  });
});

describe('exactRandomisationP', () => {
  const exactP = (differences: Float64Array) => exactRandomisationP(differences, new Float64Array(differences.length));

  it('goes through all signs', () => {
    // Of ±1 ±2 ±3 the sums are ±6, ±4, ±2 and 0 twice.
    expect(exactP(vector(1, 2, 3))).toBe(2 / 8);
    expect(exactP(vector(-1, 2, 3))).toBe(4 / 8);
    expect(exactP(vector(1, 2, -3))).toBe(1);
  });

  it('does not count questions without a difference, which change nothing', () => {
    expect(exactP(vector(0, 1, 0, 2, 3, ...new Array<number>(50).fill(0)))).toBe(2 / 8);
  });

  it('takes sums for equal that differ by rounding', () => {
    expect(0.1 + 0.2 + 0.3).not.toBe(0.3 + 0.2 + 0.1);
    expect(exactP(vector(0.1, 0.2, 0.3))).toBe(2 / 8);
    // 0.3 − 0.1 − 0.2 and its like are 0, but for 1e-17.
    expect(exactP(vector(0.1, 0.2, -0.3))).toBe(1);
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

  it('is 1 where nothing differs, and for one question', () => {
    expect(exactP(vector(0, 0))).toBe(1);
    expect(exactP(vector(0.3))).toBe(1);
  });

  it('is left to a sample of signs for more than 14 differences', () => {
    expect(exactP(new Float64Array(14).fill(1))).toBe(2 / 2 ** 14);
    expect(exactP(new Float64Array(15).fill(1))).toBeNull();
  });
});
