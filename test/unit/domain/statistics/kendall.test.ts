import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kendallTau } from '../../../../src/domain/statistics/kendall';

const golden = JSON.parse(readFileSync('test/golden/kendall.json', 'utf8')) as {
  a: number[];
  b: number[];
  tau: number;
}[];

/** The variant without a correction for ties. */
function tauA(a: readonly number[], b: readonly number[]): number {
  const pairs = a.flatMap((_, i) => a.slice(0, i).map((__, j) => Math.sign((a[i]! - a[j]!) * (b[i]! - b[j]!))));
  return pairs.reduce((sum, sign) => sum + sign, 0) / pairs.length;
}

describe('Kendall’s τ', () => {
  it('is τ-b by the definition and by SciPy, not τ-a, where values are tied', () => {
    for (const { a, b, tau } of golden) expect(kendallTau(a, b)).toBeCloseTo(tau, 12);
    const tied = golden.filter(({ a }) => new Set(a).size < a.length);
    expect(tied.length).toBeGreaterThan(2);
    for (const { a, b, tau } of tied) expect(Math.abs(tauA(a, b) - tau)).toBeGreaterThan(1e-3);
  });

  it('is 1 and −1 for the same and the reversed order, and the same both ways', () => {
    expect(kendallTau([1, 2, 3], [10, 20, 30])).toBe(1);
    expect(kendallTau([1, 2, 3], [3, 2, 1])).toBe(-1);
    for (const { a, b } of golden) expect(kendallTau(b, a)).toBeCloseTo(kendallTau(a, b)!, 14);
  });

  it('is null where one side has no order', () => {
    expect(kendallTau([1, 1, 1], [1, 2, 3])).toBeNull();
    expect(kendallTau([1], [1])).toBeNull();
  });

  it('rejects lists of different lengths, and what is no number', () => {
    expect(() => kendallTau([1, 2], [1])).toThrow(RangeError);
    expect(() => kendallTau([1, NaN], [1, 2])).toThrow(RangeError);
  });
});
