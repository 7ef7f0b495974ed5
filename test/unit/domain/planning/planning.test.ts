import { describe, expect, it, test } from 'vitest';
import {
  detectableDifference,
  effortOf,
  MAX_PLANNED,
  outlookOf,
  plannedAlways,
  plannedOnce,
  questionsToDetect,
  stoppingTime,
  TYPICAL_DEVIATION,
} from '../../../../src/domain/planning/planning';
import { ConfidenceSequence } from '../../../../src/domain/statistics/confidence-sequence';
import { uniform } from '../../../../src/domain/statistics/random';
import { cranfieldPairs } from '../../../run-values';

const differencesOf = (
  name: string,
): { readonly a: Float64Array; readonly b: Float64Array; readonly d: Float64Array } => {
  const { before, now } = cranfieldPairs.find((pair) => pair.name === name)!.rows[0]!;
  const [a, b] = [Float64Array.from(now), Float64Array.from(before)];
  return { a, b, d: a.map((value, q) => value - b[q]!) };
};
const lsi = differencesOf('bm25 → lsi');
const drawn = (from: Float64Array, n: number, random: () => number): Float64Array =>
  new Float64Array(n).map(() => from[Math.floor(random() * from.length)]!);

describe('read once', () => {
  // The smallest n at which scipy 1.17.1, stats.nct, gives a two-sided test at .05 a power of .8
  it.each([
    [0.02, 19_625],
    [0.33, 75],
    [1, 10],
    [2, 5],
    [2.5, 4],
  ])('a margin of %s standard deviations: %s by the noncentral t distribution, or one fewer', (margin, exact) => {
    expect([exact - 1, exact]).toContain(questionsToDetect(1, margin));
  });

  it('is two at least, of which there can be a standard deviation', () => {
    expect(questionsToDetect(0.01, 1)).toBeGreaterThanOrEqual(2);
  });

  it('is the same whatever difference was observed', () => {
    const found = plannedOnce({ differences: lsi.d, margin: 0.02 });
    for (const shift of [-0.1, -0.0165, 0.3])
      expect(plannedOnce({ differences: lsi.d.map((value) => value + shift), margin: 0.02 })).toEqual(found);
  });
});

describe('read always', () => {
  it('stops where the confidence sequence does', () => {
    const random = uniform(5);
    for (let i = 0; i < 20; i++) {
      const values = drawn(lsi.d, 2000, random).map((value) => Math.min(1, value * 0.9 + 0.08));
      const sequence = new ConfidenceSequence({ range: [-1, 1], alpha: 0.05 });
      let at = 0;
      while (at < values.length && !(sequence.interval![0] > 0)) sequence.add(values[at++]!);
      let next = 0;
      const found = stoppingTime(() => values[next++ % values.length]!, [-1, 1], 0.05);
      expect(found).toBe(at);
    }
  });

  it('is the same for the same seed', () => {
    const input = { differences: lsi.d, margin: 0.2, range: [-1, 1] as const, alpha: 0.05, seed: 2 };
    expect(plannedAlways(input)).toEqual(plannedAlways(input));
    expect(MAX_PLANNED).toBe(20_000);
    expect(() => plannedAlways({ ...input, margin: 1 })).toThrow(RangeError);
  });
});

describe('effort', () => {
  const prediction = { questions: 150, range: [100, 260] as const };
  const known = { existing: 60, completed: 40, judgmentsPerQuestion: 12.5, milliseconds: 9000 };

  it('counts questions to judge and to write, judgments, and hours at the pace', () => {
    expect(effortOf(prediction, known)).toEqual({
      questions: { expected: 110, low: 60, high: 220 },
      toWrite: { expected: 90, low: 40, high: 200 },
      judgments: { expected: 1375, low: 750, high: 2750 },
      hours: { expected: 3.4375, low: 1.875, high: 6.875 },
    });
  });

  it('has no hours before a judgment was timed, and nothing left where there are enough', () => {
    expect(effortOf(prediction, { ...known, milliseconds: NaN }).hours).toBeNull();
    expect(effortOf(prediction, { ...known, judgmentsPerQuestion: null }).judgments).toBeNull();
    expect(effortOf(prediction, { ...known, existing: 300, completed: 300 })).toMatchObject({
      questions: { expected: 0, low: 0, high: 0 },
      toWrite: { expected: 0, low: 0, high: 0 },
    });
  });
});

test('is the detectable difference at the usual spread, and what the margin takes beside the questions there are', () => {
  // (1.959964 + 0.841621) · 0.15 / √100.
  expect(outlookOf(100, 0.05).detectable).toBeCloseTo(0.0420238, 6);
  expect(outlookOf(40, 0.05).further).toBe(questionsToDetect(TYPICAL_DEVIATION, 0.05) - 40);
  expect(outlookOf(100, 0.05).further).toBe(0);
});

test('falls with the square root of the questions, and grows with the spread', () => {
  expect(detectableDifference(0.3, 25)).toBeCloseTo(2 * detectableDifference(0.3, 100), 12);
  expect(outlookOf(0, 0.05).detectable).toBe(Infinity);
});
