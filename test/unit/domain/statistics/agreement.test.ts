import { describe, expect, it } from 'vitest';
import { cohensKappa, krippendorffsAlpha } from '../../../../src/domain/statistics/inter-rater';
import { areaWithInterval, drawCounts } from '../../../../src/domain/statistics/auc';
import { Random } from '../../../../src/domain/statistics/random';
import { rowsIn } from '../../../rows';

describe('Cohen’s kappa', () => {
  it('is not the share of equal grades: nine of ten zeros agree by chance', () => {
    const pairs = [...Array.from({ length: 9 }, () => [0, 0] as const), [1, 0] as const];
    const { observed, kappa } = cohensKappa(pairs, 2);
    expect(observed).toBe(0.9);
    expect(kappa).toBeCloseTo(0, 12);
  });

  it('is not defined, and says so, for no items and for one grade alone', () => {
    expect(cohensKappa([], 4)).toMatchObject({ items: 0, kappa: null, linear: null, undefined: 'no-items' });
    expect(cohensKappa(rowsIn('2 2, 2 2'), 4)).toMatchObject({ kappa: null, linear: null, undefined: 'one-grade' });
    expect(cohensKappa(rowsIn('2 2, 2 1'), 4)).toMatchObject({ kappa: 0, undefined: null });
  });

  it('refuses a grade that is not on the scale', () => {
    expect(() => cohensKappa([[0, 4]], 4)).toThrow('grade 4 is not on the scale of 0 to 3');
    expect(() => cohensKappa([[-1, 0]], 4)).toThrow(RangeError);
  });
});

it('Krippendorff’s α is not defined where chance cannot disagree', () => {
  expect(krippendorffsAlpha([], 'nominal')).toBeNull();
  expect(krippendorffsAlpha(rowsIn('1 1, 1 1'), 'ordinal')).toBeNull();
  expect(krippendorffsAlpha([[1], [2]], 'interval')).toBeNull();
});

describe('the area under the ROC curve', () => {
  const positive = [true, true, false, false];
  const areaOf = (scores: number[], kinds = positive) => areaWithInterval(scores, kinds, 1, 1).auc;

  it('is 1 in order, 0 in the opposite order, and a half for a constant, infinite scores included', () => {
    expect(areaOf([4, 3, 2, -Infinity])).toBe(1);
    expect(areaOf([-Infinity, 1, 2, 3])).toBe(0);
    expect(areaOf([7, 7, 7, 7])).toBe(0.5);
    expect(areaOf([-Infinity, -Infinity, -Infinity, -Infinity])).toBe(0.5);
  });

  it('is null where one kind is missing', () => {
    expect(areaOf([1, 2], [true, true])).toBeNull();
    expect(areaWithInterval([1, 2], [true, false], 99, 1)).toEqual({ auc: 0, ci95: null });
  });

  it('has an interval around it, the same for the same seed, and of no width for a constant', () => {
    const scores = Array.from({ length: 60 }, (_, i) => ((i * 37) % 61) + (i % 2) * 15);
    const kinds = scores.map((_, i) => i % 2 === 1);
    const { auc, ci95 } = areaWithInterval(scores, kinds, 999, 5);
    expect(areaWithInterval(scores, kinds, 999, 5).ci95).toEqual(ci95);
    expect(ci95![0]).toBeLessThan(auc!);
    expect(ci95![1]).toBeGreaterThan(auc!);
    expect(ci95![1] - ci95![0]).toBeLessThan(0.4);
    expect(areaWithInterval(kinds.map(Number).fill(3), kinds, 99, 1).ci95).toEqual([0.5, 0.5]);
  });

  it('resamples each kind by itself', () => {
    const counts = new Uint32Array(5);
    drawCounts(rowsIn('0 2, 1 3 4'), counts, new Random(3));
    expect(counts[0]! + counts[2]!).toBe(2);
    expect(counts[1]! + counts[3]! + counts[4]!).toBe(3);
  });
});
