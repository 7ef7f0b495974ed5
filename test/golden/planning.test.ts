import { describe, expect, it } from 'vitest';
import { deviationInterval, plannedAlways, plannedOnce, questionsToDetect } from '../../src/domain/planning/planning';
import { chiSquareCdf, chiSquareQuantile } from '../../src/domain/statistics/distributions/chi-square';
import { momentsOf } from '../../src/domain/statistics/paired';
import { goldenPath, readJson } from './read';

interface Case {
  readonly name: string;
  readonly margin: number;
  readonly alpha: number;
  readonly differences: readonly number[];
  readonly deviation: number;
  readonly deviations: readonly [number, number];
  /** By the lower end of the deviation, the deviation and its upper end. */
  readonly once: readonly [number, number, number];
  /** A tenth, half and nine tenths of 4,000 sequences; null above 20,000. */
  readonly always: readonly (number | null)[];
}

const golden = readJson<{ cases: readonly Case[]; chi_square: readonly (readonly [number, number, number])[] }>(
  goldenPath('planning.json'),
);
const cases = golden.cases.map((each) => [`${each.name}, a margin of ${each.margin} at ${each.alpha}`, each] as const);

describe('planning is that of the reference', () => {
  it.each(cases)('read once: %s', (_name, { differences, margin, deviation, deviations, once }) => {
    const values = Float64Array.from(differences);
    expect(momentsOf(values).deviation).toBeCloseTo(deviation, 10);
    const ends = deviationInterval(values);
    for (const i of [0, 1] as const) expect(ends[i] / deviations[i]).toBeCloseTo(1, 9);
    const found = plannedOnce({ differences: values, margin })!;
    const all = [found.range[0], found.questions, found.range[1]];
    // Guenther’s formula is at most one below the noncentral t distribution.
    for (const i of [0, 1, 2]) expect([once[i]! - 1, once[i]!]).toContain(all[i]);
  });

  it.each(cases)('read always: %s', (_name, { differences, margin, alpha, always }) => {
    const found = plannedAlways({
      differences: Float64Array.from(differences),
      margin,
      range: [-1, 1],
      alpha,
      seed: 1,
    })!;
    const all = [found.range[0], found.questions, found.range[1]];
    for (const [i, expected] of always.entries())
      if (expected === null) expect(all[i]).toBe(Infinity);
      // About three standard errors of 400 sequences.
      else expect(Math.abs(Math.log(all[i]! / expected)), `${all[i]} for ${expected}`).toBeLessThan(0.3);
  });

  it.each(golden.chi_square)('χ² at %s with %s degrees of freedom', (p, degrees, x) => {
    expect(chiSquareQuantile(p, degrees) / x).toBeCloseTo(1, 10);
    expect(chiSquareCdf(x, degrees)).toBeCloseTo(p, 11);
  });

  it('has fifteen cases', () => expect(cases).toHaveLength(15));
});

describe('planning rejects', () => {
  const [, paired] = cases[0]!;
  const values = Float64Array.from(paired.differences);
  const moments = momentsOf(values);
  const exact = paired.once[1];
  const isAccepted = (found: number): boolean => found === exact || found === exact - 1;

  it('observed power, which takes the difference that was observed for the one that matters', () => {
    expect(isAccepted(questionsToDetect(moments.deviation, Math.abs(moments.mean)))).toBe(false);
  });

  it('the spread of one system alone, half a margin, and a one-sided test', () => {
    expect(isAccepted(questionsToDetect(moments.deviation / Math.SQRT2, paired.margin))).toBe(false);
    expect(isAccepted(questionsToDetect(moments.deviation, paired.margin / 2))).toBe(false);
    expect(isAccepted(Math.ceil(((1.6448536 + 0.8416212) * moments.deviation) ** 2 / paired.margin ** 2))).toBe(false);
  });

  it('an interval of the spread as if differences were normal', () => {
    const ties = cases.find(([, { name }]) => name === 'mostly ties')![1];
    const n = ties.differences.length;
    const normal = ties.deviation * Math.sqrt((n - 1) / chiSquareQuantile(0.025, n - 1));
    expect(normal).toBeLessThan(0.95 * ties.deviations[1]);
  });

  it('the questions of a test that is read once for a sequence that is read always', () => {
    const near = cases.find(([, { name, margin }]) => name.startsWith('Cranfield, ql') && margin === 0.05)![1];
    expect(near.once[1]).toBeLessThan(near.always[1]! / 3);
  });

  it('a margin that is none, and too few questions', () => {
    expect(() => questionsToDetect(0.2, 0)).toThrow(RangeError);
    expect(plannedOnce({ differences: values.slice(0, 7), margin: 0.02 })).toBeNull();
    expect(plannedOnce({ differences: new Float64Array(20).fill(0.1), margin: 0.02 })).toBeNull();
  });
});
