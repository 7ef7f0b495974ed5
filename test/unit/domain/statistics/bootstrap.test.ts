import { describe, expect, it } from 'vitest';
import {
  acceleration,
  bcaLevels,
  bootstrapBias,
  bootstrapSums,
  intervalsOf,
  columnsOf,
} from '../../../../src/domain/statistics/bootstrap';
import { momentsOf } from '../../../../src/domain/statistics/paired';
import { systemsOf, vector } from './close';

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
});

describe('intervalsOf', () => {
  it('is a point where nothing differs', () => {
    const nothing = new Float64Array(100);
    expect(intervalsOf(new Float64Array(5), nothing, 1e-12)).toEqual({ percentile: [0, 0], bca: [0, 0] });
  });

  it('is not there for one question or none, nor without resamples', () => {
    const none = { percentile: null, bca: null };
    expect(intervalsOf(vector(0.3), new Float64Array(10).fill(0.3), 0)).toEqual(none);
    expect(intervalsOf(vector(), vector(), 0)).toEqual(none);
    expect(intervalsOf(vector(1, 2), vector(), 0)).toEqual(none);
  });

  it('has no BCa where all resamples lie on one side of the mean', () => {
    const { percentile, bca } = intervalsOf(vector(1, 3), vector(5, 6, 7), 0);
    expect(percentile).not.toBeNull();
    expect(bca).toBeNull();
  });
});

describe('bootstrapBias', () => {
  it('is 0 where half of the resamples lie below, those equal to the mean counted half', () => {
    expect(bootstrapBias(0, vector(-1, 0, 1), 0)).toBe(0);
    expect(bootstrapBias(0, vector(-1, 0, 0, 0, 1), 0)).toBe(0);
  });

  it('takes means for equal that differ by rounding, however small they are', () => {
    const mean = 2e-7;
    // One of 5,000 questions differs, by 0.001: a third of resamples has it once, as the sample, but for rounding.
    const resampled = vector(0, mean - 3e-16, mean - 3e-16, mean, 2 * mean);
    expect(bootstrapBias(mean, resampled, 2e-12)).toBe(0);
    expect(bootstrapBias(mean, resampled, 1e-12 * mean)).not.toBe(0);
  });
});

it('acceleration is 0 where values do not differ, but for rounding', () => {
  expect(acceleration(vector(0, 0, 0))).toBe(0);
  expect(acceleration(vector(0.3 - 0.2, 0.2 - 0.1, 0.1))).toBe(0);
});

it('bcaLevels stay in order where the correction would pass its pole', () => {
  expect(bcaLevels(4.5, 1 / 6)[1]).toBe(1);
  expect(bcaLevels(-4.5, -1 / 6)[0]).toBe(0);
});
