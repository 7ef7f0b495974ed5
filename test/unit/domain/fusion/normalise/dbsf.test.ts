import { describe, expect, it } from 'vitest';
import { dbsf } from '../../../../../src/domain/fusion/normalise/dbsf';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

describe('dbsf', () => {
  it('puts the mean at ½ and three deviations above it at 1', () => {
    // Of a sample: mean 2, deviation 1. Of the population: √(2 / 3).
    expect(dbsf(of(3, NaN, 2, 1), 'sample', false)).toEqual(of(4 / 6, NaN, 3 / 6, 2 / 6));
    expect(dbsf(of(3, 2, 1), 'population', false)[0]).toBeCloseTo(0.5 + 1 / (6 * Math.sqrt(2 / 3)), 14);
  });

  it('gives ½ where all scores are equal, also where their mean is rounded, and to a list of one', () => {
    expect(dbsf(of(0.1, 0.1, 0.1), 'sample', false)).toEqual(of(0.5, 0.5, 0.5));
    expect(dbsf(of(1e17, NaN, 1e17), 'population', false)).toEqual(of(0.5, NaN, 0.5));
    expect(dbsf(of(2.5), 'sample', false)).toEqual(of(0.5));
    expect(dbsf(of(), 'sample', true)).toEqual(of());
  });

  it('clamps what is beyond three deviations only where asked; absent documents stay absent', () => {
    const outlier = Float64Array.from({ length: 31 }, (_, i) => (i === 0 ? 100 : 1));
    expect(dbsf(outlier, 'sample', false)[0]).toBeGreaterThan(1);
    expect(dbsf(outlier, 'sample', true)[0]).toBe(1);
    expect(dbsf(of(3, NaN, 1), 'sample', true)[1]).toBeNaN();
  });
});
