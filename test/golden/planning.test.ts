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
});

describe('planning rejects', () => {
  const [, paired] = cases[0]!;
  const values = Float64Array.from(paired.differences);

  it('a margin that is none, and too few questions', () => {
    expect(() => questionsToDetect(0.2, 0)).toThrow(RangeError);
    expect(plannedOnce({ differences: values.slice(0, 7), margin: 0.02 })).toBeNull();
    expect(plannedOnce({ differences: new Float64Array(20).fill(0.1), margin: 0.02 })).toBeNull();
  });
});
