import { describe, expect, it } from 'vitest';
import { cohensDz, momentsOf, pairedT, winsTiesLosses } from '../../../../src/domain/statistics/paired';
import { expectClose, vector } from './close';
import { tukeyP, twoWayVariance, wilcoxon } from '../../../../src/domain/statistics/compare';
import { benjaminiHochberg, holm } from '../../../../src/domain/statistics/multiplicity';
import { differenceError, significant, sumSlack } from '../../../../src/domain/statistics/significant';
import { wilsonInterval } from '../../../../src/domain/statistics/wilson';

describe('momentsOf', () => {
  it('has no deviation for one value, and no mean for none', () => {
    expect(momentsOf(vector(0.3))).toEqual({ mean: 0.3, deviation: NaN });
    expect(momentsOf(vector())).toEqual({ mean: NaN, deviation: NaN });
  });

  it('takes values for the same that differ by rounding', () => {
    expect(0.3 - 0.2).not.toBe(0.2 - 0.1);
    expect(momentsOf(vector(0.3 - 0.2, 0.2 - 0.1, 0.1)).deviation).toBe(0);
  });

  it('keeps the digits of small differences beside a large mean', () => {
    expect(momentsOf(vector(1e6 + 1, 1e6 + 2, 1e6 + 3)).deviation).toBe(1);
  });
});

/** What is constant but for rounding. */
const constant = vector(0.3 - 0.2, 0.2 - 0.1, 0.1, 0.1, 0.1);
const wilcoxonOf = (values: Float64Array) => wilcoxon(values);

it.each([
  ['dz is 0 where nothing differs', cohensDz, vector(0, 0, 0), 0],
  ['dz is undefined where everything differs alike', cohensDz, vector(0.25, 0.25), null],
  ['dz is undefined where it does so but for rounding', cohensDz, constant, null],
  ['dz is undefined for one question', cohensDz, vector(0.1), null],
  ['dz is undefined for none', cohensDz, vector(), null],
  ['t has p = 1 where nothing differs', pairedT, vector(0, 0, 0), { t: 0, p: 1 }],
  ['t rejects p = 0 of a constant difference', pairedT, vector(0.25, 0.25, 0.25), null],
  ['t rejects p = 1e-60 of one that is constant but for rounding', pairedT, constant, null],
  ['t is undefined for one question', pairedT, vector(0.1), null],
  ['t is undefined for none', pairedT, vector(), null],
  ['Wilcoxon has p = 1 where nothing differs', wilcoxonOf, vector(0, 0), { w: 0, p: 1 }],
  ['Wilcoxon has p = 1 for one question', wilcoxonOf, vector(0.3), { w: 0, p: 1 }],
  ['Wilcoxon is undefined for no questions', wilcoxonOf, vector(), null],
] as const)('%s', (_, test, values, expected) => {
  expect(test(values)).toEqual(expected);
});

it('winsTiesLosses counts differences above, of exactly, and below 0', () => {
  expect(winsTiesLosses(vector(-0, 1e-17))).toEqual({ wins: 1, ties: 1, losses: 0 });
});

it('wilcoxon drops differences of 0 before anything is decided', () => {
  // scipy 1.17.1 takes the normal distribution here and gives 0.109.
  const three = vector(1, 2, 3, ...new Array<number>(11).fill(0));
  expect(wilcoxon(three)!.p).toBe(0.25);
  expectClose(wilcoxon(three, 'normal')!.p, 0.10880943004054568, 1e-12);
});

it('twoWayVariance is undefined for one system, and for one question', () => {
  expect(twoWayVariance([vector(1, 2)])).toBeNull();
  expect(twoWayVariance([vector(1), vector(2)])).toBeNull();
  expect(twoWayVariance([])).toBeNull();
});

describe('tukeyP', () => {
  it('is 1 for equal means, also where nothing is left to chance', () => {
    const same = vector(0.1, 0.2, 0.4);
    expect(tukeyP(twoWayVariance([same, same, vector(0.3, 0.1, 0.2)])!, 0, 1)).toBe(1);
    expect(tukeyP(twoWayVariance([same, same])!, 0, 1)).toBe(1);
    expect(tukeyP(twoWayVariance([vector(0, 0), vector(0, 0)])!, 0, 1)).toBe(1);
  });

  it('rejects p = 0 of a constant difference, rounded or not', () => {
    expect(tukeyP(twoWayVariance([vector(1, 2), vector(2, 3)])!, 0, 1)).toBeNull();
    expect(tukeyP(twoWayVariance([vector(0.1, 0.2, 0.3), vector(0.2, 0.3, 0.4)])!, 0, 1)).toBeNull();
  });
});

it.each([
  ['holm', holm, [0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]],
  ['benjaminiHochberg', benjaminiHochberg, [0.01, 0.04, 0.03, 0.005], [0.02, 0.04, 0.04, 0.02]],
  // 0.03 · 4 / 3 = 0.04 and 0.031 · 4 / 4 = 0.031, which bounds it.
  ['benjaminiHochberg', benjaminiHochberg, [0.001, 0.03, 0.031, 0.02], [0.004, 0.031, 0.031, 0.031]],
] as const)('%s corrects, and orders as before', (_, correct, p, expected) => {
  expect(correct(p).map((value) => value && Math.round(value * 1e12) / 1e12)).toEqual(expected);
});

describe.each([
  ['holm', holm],
  ['benjaminiHochberg', benjaminiHochberg],
])('%s', (_, correct) => {
  it('is never above 1', () => {
    expect(correct([0.9, 0.8, 1])).toEqual([1, 1, 1]);
  });

  it('leaves a single p as it is, and nothing of none', () => {
    expect(correct([0.03])).toEqual([0.03]);
    expect(correct([])).toEqual([]);
  });

  it('does not count tests that are not defined', () => {
    expect(correct([0.01, null, 0.04])).toEqual(correct([0.01, 0.04]).flatMap((p, i) => (i === 0 ? [p, null] : [p])));
    expect(correct([null, null])).toEqual([null, null]);
  });
});

it('makes equal what only rounding takes apart, and keeps what differs', () => {
  const [a, b, c] = significant([0.1 + 0.2, 0.3, 0.3 + 1e-11]);
  expect(a).toBe(b);
  expect(c).toBe(0.30000000001);
});

it('keeps very small and large values, 0 and what is left out', () => {
  expect([...significant([0, 1e-200, 123456789012345, NaN])]).toEqual([0, 1e-200, 123456789012000, NaN]);
});

it('covers the rounding of both values, whatever their size', () => {
  // Just above a power of ten half a unit of the twelfth digit is largest beside the value.
  for (const [a, b] of [
    [1.000000000005, 1.0000000000049],
    [100.0000000005, 0],
    [1 / 3, 1 / 7],
    [1.000000000005e-9, 2 / 3],
  ] as const) {
    const [x, y] = significant([a, b]) as unknown as [number, number];
    expect(Math.abs(x - y - (a - b))).toBeLessThanOrEqual(differenceError(x, y));
  }
});

it('covers twice what rounding did to all differences, for a sum and its opposite', () => {
  const [first, second] = [significant([1 / 3, 1 / 3]), significant([1 / 6, 1 / 2])];
  const [one, other] = first.map((value, q) => value - second[q]!) as unknown as [number, number];
  expect(one + other).not.toBe(0);
  expect(Math.abs(one + other)).toBeLessThan(sumSlack(first, second));
});

it('counts questions that differ alone, and is far below what measures differ by', () => {
  expect(sumSlack(vector(1, 0.5, 0), vector(1, 0.5, 0))).toBe(0);
  expect(sumSlack(vector(...new Array<number>(14).fill(1)), new Float64Array(14))).toBeLessThan(3e-10);
});

describe('wilsonInterval', () => {
  // scipy.stats.binomtest(k, n).proportion_ci(method='wilson')
  it.each([
    [8, 156, 0.02621149345431669, 0.09792062450233774],
    [0, 20, 0, 0.16112515805281935],
    [20, 20, 0.8388748419471808, 1],
    [3, 7, 0.1582198552514697, 0.7495416354723428],
  ])('of %d in %d is that of scipy', (count, of, low, high) => {
    const [from, to] = wilsonInterval(count, of)!;
    expect(from).toBeCloseTo(low, 12);
    expect(to).toBeCloseTo(high, 12);
  });

  it('is none of nothing', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });
});
