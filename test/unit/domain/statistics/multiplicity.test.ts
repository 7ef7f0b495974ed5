import { describe, expect, it } from 'vitest';
import { benjaminiHochberg, holm } from '../../../../src/domain/statistics/multiplicity';

const rounded = (p: (number | null)[]) => p.map((value) => value && Math.round(value * 1e12) / 1e12);

describe('holm', () => {
  it('multiplies the smallest of m by m, the next by m − 1, never falling', () => {
    expect(rounded(holm([0.01, 0.04, 0.03, 0.005]))).toEqual([0.03, 0.06, 0.06, 0.02]);
  });

  it('rejects the correction of Bonferroni, which multiplies all by m', () => {
    expect(holm([0.01, 0.02])[1]).toBe(0.02);
  });
});

describe('benjaminiHochberg', () => {
  it('multiplies the i-th smallest of m by m / i, never above the next', () => {
    expect(rounded(benjaminiHochberg([0.01, 0.04, 0.03, 0.005]))).toEqual([0.02, 0.04, 0.04, 0.02]);
    // 0.03 · 4 / 3 = 0.04 and 0.031 · 4 / 4 = 0.031, which bounds it.
    expect(rounded(benjaminiHochberg([0.001, 0.03, 0.031, 0.02]))).toEqual([0.004, 0.031, 0.031, 0.031]);
  });
});

describe.each([
  ['holm', holm],
  ['benjaminiHochberg', benjaminiHochberg],
])('%s', (_, correct) => {
  it('is never above 1', () => {
    expect(correct([0.9, 0.8, 1])).toEqual(correct === holm ? [1, 1, 1] : [1, 1, 1]);
  });

  it('leaves a single p as it is, and nothing of none', () => {
    expect(correct([0.03])).toEqual([0.03]);
    expect(correct([])).toEqual([]);
  });

  it('does not count tests that are not defined', () => {
    expect(correct([0.01, null, 0.04])).toEqual(correct([0.01, 0.04]).flatMap((p, i) => (i === 0 ? [p, null] : [p])));
    expect(correct([null, null])).toEqual([null, null]);
  });

  it('gives equal p-values equal corrections', () => {
    const [a, , b] = correct([0.02, 0.5, 0.02]);
    expect(a).toBe(b);
  });
});
