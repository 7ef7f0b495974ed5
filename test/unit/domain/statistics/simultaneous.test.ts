import { describe, expect, it } from 'vitest';
import { Resamples } from '../../../../src/domain/lab/resamples';
import { momentsOf } from '../../../../src/domain/statistics/paired';
import { uniform } from '../../../../src/domain/statistics/random';
import { SimultaneousIntervals } from '../../../../src/domain/statistics/simultaneous';

/** Resamples as lists of questions; the engine counts how often each question is drawn instead. */
function literalCritical(rows: readonly Float64Array[], counts: readonly Int32Array[]): number {
  const largest = counts.map((count) =>
    Math.max(
      ...rows.map((row) => {
        const drawn = Float64Array.from([...count].flatMap((times, q) => Array.from({ length: times }, () => row[q]!)));
        const [sample, resample] = [momentsOf(row), momentsOf(drawn)];
        const error = Math.max(resample.deviation, sample.deviation / 2) / Math.sqrt(row.length);
        return Math.abs(resample.mean - sample.mean) / error;
      }),
    ),
  );
  // Quantile by linear interpolation, as R's type 7.
  const sorted = largest.sort((a, b) => a - b);
  const at = (sorted.length - 1) * 0.95;
  const low = Math.floor(at);
  return sorted[low]! + (at - low) * ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!);
}

/** How often each resample holds each question, found by resampling unit vectors. */
function countsOf(questions: number, resamples: Resamples): Int32Array[] {
  const columns = Array.from({ length: questions }, (_, q) => {
    const unit = new Float64Array(questions);
    unit[q] = 1;
    return resamples.moments(unit).sums;
  });
  return Array.from({ length: resamples.resamples }, (_, r) => Int32Array.from(columns, (column) => column[r]!));
}

const intervalsOf = (rows: readonly Float64Array[], resamples: Resamples) => {
  const found = new SimultaneousIntervals(rows[0]!.length, resamples.resamples);
  for (const row of rows) found.add(row, resamples.moments(row));
  return found;
};

describe('SimultaneousIntervals', () => {
  it('is the literal max-t bootstrap', () => {
    const next = uniform(3);
    const rows = Array.from({ length: 5 }, () => Float64Array.from({ length: 12 }, () => Math.round(next() * 8) / 8));
    const resamples = new Resamples(5, 300);
    const found = intervalsOf(rows, resamples);
    const critical = literalCritical(rows, countsOf(12, resamples));
    expect(found.critical()).toBeCloseTo(critical, 9);
    found.intervals().forEach((ends, i) => {
      const { mean, deviation } = momentsOf(rows[i]!);
      const reach = (critical * deviation) / Math.sqrt(12);
      expect(ends![0]).toBeCloseTo(mean - reach, 9);
      expect(ends![1]).toBeCloseTo(mean + reach, 9);
    });
  });

  it('has no width where nothing differs, and none where the error is unknown', () => {
    const rows = [new Float64Array(6), new Float64Array(6).fill(0.25), Float64Array.of(0, 0, 1, 0, 0, -1)];
    const [same, constant, sparse] = intervalsOf(rows, new Resamples(1, 200)).intervals();
    expect(same).toEqual([0, 0]);
    expect(constant).toBeNull();
    expect(sparse![0]).toBeLessThan(0);
    expect(intervalsOf([Float64Array.of(0.5)], new Resamples(1, 20)).intervals()).toEqual([null]);
  });

  it('costs nothing for settings that go together, and as much as a correction for those that do not', () => {
    const next = uniform(8);
    const draw = (): Float64Array => Float64Array.from({ length: 200 }, () => next() + next() + next() - 1.5);
    const own = draw();
    const resamples = new Resamples(2, 4000);
    const alone = intervalsOf([own], resamples).critical();
    expect(intervalsOf([own, own.map((value) => 2 * value)], resamples).critical()).toBeCloseTo(alone, 9);
    // Student's t of 199 degrees of freedom at .975, and at 1 − .025/20: scipy.stats.t.ppf.
    expect(Math.abs(alone - 1.972)).toBeLessThan(0.12);
    const twenty = intervalsOf(
      Array.from({ length: 20 }, () => draw()),
      resamples,
    );
    expect(Math.abs(twenty.critical() - 3.061)).toBeLessThan(0.2);
  });

  it('is not made wide by settings that differ for few questions', () => {
    const next = uniform(4);
    const dense = Float64Array.from({ length: 100 }, () => next() + next() + next() - 1.5);
    // Without the one question t of a resample is a hundred and more: it has nearly no spread.
    const sparse = new Float64Array(100);
    [sparse[3], sparse[50]] = [1, 0.01];
    const resamples = new Resamples(6, 2000);
    const alone = intervalsOf([dense], resamples).critical();
    expect(intervalsOf([dense, sparse], resamples).critical()).toBeLessThan(alone + 0.5);
  });
});
