import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import type { NormSpec } from '../../../../src/domain/fusion/method';
import { meanAndDeviation } from '../../../../src/domain/fusion/list-scores';
import { minMax, normalise } from '../../../../src/domain/fusion/normalise';

const of = (...scores: number[]): Float64Array => Float64Array.of(...scores);

/** One list by pooled document, scores being NaN where it lacks the document. */
function normalised(norm: NormSpec, scores: Float64Array): Float64Array {
  const ranks = new Int32Array(scores.length);
  const length = scores.filter((score) => !Number.isNaN(score)).length;
  const list = { length, scores, ranks, docs: new Int32Array(length) };
  return normalise({ ids: Array.from(scores, (_, i) => docId(`d${i}`)), lists: [list] }, norm)[0]!;
}

const dbsf = (scores: Float64Array, deviation: 'sample' | 'population', clamp: boolean): Float64Array =>
  normalised({ kind: 'dbsf', deviation, clamp }, scores);
const theoreticalMinMax = (scores: Float64Array, lowest: number): Float64Array =>
  normalised({ kind: 'theoretical-min-max', lowest: [lowest] }, scores);

it('minMax does not blow up noise: a range below 1e-9 counts as 1e-9', () => {
  expect(minMax(of(5e-10, 0))[0]).toBeCloseTo(0.5, 12);
  expect(minMax(of())).toEqual(of());
});

it('min-max-inverted puts the lowest score at 1 and the highest at 0', () => {
  expect([...normalised('min-max-inverted', of(8, NaN, 6, 0))].map(Math.abs)).toEqual([0, NaN, 0.25, 1]);
  expect([...normalised('min-max-inverted', of(3, 3))].map(Math.abs)).toEqual([0, 0]);
});

it('l2 divides by the Euclidean length', () => {
  expect(normalised('l2', of(4, NaN, -3))).toEqual(of(0.8, NaN, -0.6));
  expect(normalised('l2', of(2.5))).toEqual(of(1));
  expect(normalised('l2', of(0, 0))).toEqual(of(0, 0));
});

describe('theoretical-min-max', () => {
  it('starts from the lowest score that there could be, not from that of the list', () => {
    expect(theoreticalMinMax(of(8, NaN, 4), 0)).toEqual(of(1, NaN, 0.5));
    expect(theoreticalMinMax(of(0.6, 0.2), -1)).toEqual(of(1, 1.2 / 1.6));
  });

  it('gives 1 where all scores are equal, and 0 where they are the lowest', () => {
    expect(theoreticalMinMax(of(3, 3), 0)).toEqual(of(1, 1));
    expect(theoreticalMinMax(of(0), 0)).toEqual(of(0));
  });
});

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
    // Qdrant's scores, those of a sample, are in single precision.
    expect(dbsf(of(1 + 1e-8, 1), 'sample', false)).toEqual(of(0.5, 0.5));
    expect(dbsf(of(1 + 1e-8, 1), 'population', false)).not.toEqual(of(0.5, 0.5));
    expect(dbsf(of(), 'sample', true)).toEqual(of());
  });

  it('clamps what is beyond three deviations only where asked; absent documents stay absent', () => {
    const outlier = Float64Array.from({ length: 31 }, (_, i) => (i === 0 ? 100 : 1));
    expect(dbsf(outlier, 'sample', false)[0]).toBeGreaterThan(1);
    expect(dbsf(outlier, 'sample', true)[0]).toBe(1);
    expect(dbsf(of(3, NaN, 1), 'sample', true)[1]).toBeNaN();
  });
});

it('the deviation keeps its digits where scores are large and close', () => {
  expect(meanAndDeviation(Float64Array.of(1e9 + 1, 1e9 - 1), 0).deviation).toBe(1);
});
