import { describe, expect, it } from 'vitest';
import { bootstrapSums } from '../../../../src/domain/statistics/bootstrap';
import { columnsOf } from '../../../../src/domain/statistics/columns';
import { momentsOf } from '../../../../src/domain/statistics/moments';
import { numbers, systemsOf } from './close';

const sumsOf = (rows: readonly Float64Array[], resamples = 500, seed = 1) => {
  const columns = columnsOf(rows);
  return bootstrapSums(columns, resamples, seed).map((row) => row.map((sum) => sum * columns.unit));
};

describe('bootstrapSums', () => {
  it('draws as many questions as there are, with replacement', () => {
    const [ones, first] = sumsOf([
      new Float64Array(20).fill(1),
      Float64Array.from({ length: 20 }, (_, q) => +(q === 0)),
    ]);
    expect(ones!.every((sum) => sum === 20)).toBe(true);
    // One question is drawn 0, 1, 2 … times: once on average, with a variance of 1 − 1/20.
    const { mean, deviation } = momentsOf(first!);
    expect(mean).toBeCloseTo(1, 0);
    expect(deviation ** 2).toBeCloseTo(0.95, 0);
    expect(new Set(first).size).toBeGreaterThan(3);
  });

  it('draws every question as often', () => {
    const columns = Array.from({ length: 10 }, (_, q) => Float64Array.from({ length: 10 }, (_, i) => +(i === q)));
    for (const row of sumsOf(columns, 10_000)) {
      // Of 100,000 draws, four standard deviations.
      expect(Math.abs(row.reduce((sum, value) => sum + value, 0) - 10_000)).toBeLessThan(380);
    }
  });

  it('draws the same questions for every system: the sum of a difference is the difference of sums', () => {
    const rows = systemsOf(6, 40);
    const all = sumsOf(rows);
    const [alone] = sumsOf([rows[4]!.map((value, q) => value - rows[1]![q]!)]);
    alone!.forEach((sum, r) => expect(all[4]![r]! - all[1]![r]!).toBeCloseTo(sum, 10));
  });

  it('gives a system the same sums whichever others are there', () => {
    const rows = systemsOf(6, 40);
    expect(sumsOf(rows)[5]).toEqual(sumsOf([rows[5]!])[0]);
  });

  it('spreads means by the standard error', () => {
    const row = numbers(100);
    const [sums] = sumsOf([row], 5000);
    expect(momentsOf(sums!).deviation / 10 / momentsOf(row).deviation).toBeCloseTo(1, 1);
  });

  it('gives the same digits for a seed, others for another', () => {
    const row = numbers(50);
    expect(sumsOf([row], 100, 5)).toEqual(sumsOf([row], 100, 5));
    expect(sumsOf([row], 100, 6)).not.toEqual(sumsOf([row], 100, 5));
  });
});
