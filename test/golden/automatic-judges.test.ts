import { describe, expect, it } from 'vitest';
import { CorrectedSequence } from '../../src/domain/automatic-judges/corrected-sequence';
import { predictionPowered } from '../../src/domain/automatic-judges/corrected-systems';
import type { Interval } from '../../src/domain/statistics/types';
import { goldenPath, readJson } from './read';

interface Once {
  readonly mean: number;
  readonly weight: number;
  readonly interval: Interval;
  readonly populationInterval: Interval;
  readonly worth: number;
}

interface Anytime {
  readonly n: number;
  readonly mean: number;
  /** λ with which the last question was counted. */
  readonly weight: number;
  readonly interval: Interval;
}

interface Case {
  readonly name: string;
  readonly human: readonly number[];
  readonly automatic: readonly number[];
  readonly once: Readonly<Record<string, Once>>;
  readonly anytime: readonly Anytime[];
}

const { cases } = readJson<{ cases: readonly Case[] }>(goldenPath('automatic-judges.json'));
const ALPHA = 0.05;
const DIGITS = 9;

const close = (found: Interval | null, expected: Interval, what: string): void => {
  expect(found![0], what).toBeCloseTo(expected[0], DIGITS);
  expect(found![1], what).toBeCloseTo(expected[1], DIGITS);
};

describe('corrected by human judgments, read once', () => {
  it.each(cases)('a judge: $name', ({ human, automatic, once }) => {
    const all = Float64Array.from(automatic);
    for (const [n, expected] of Object.entries(once)) {
      const judged = Float64Array.from(human.slice(0, Number(n)));
      const found = predictionPowered({ human: judged, automatic: all.subarray(0, Number(n)), all, alpha: ALPHA })!;
      expect(found.mean, `mean of ${n}`).toBeCloseTo(expected.mean, DIGITS);
      expect(found.weight, `λ of ${n}`).toBeCloseTo(expected.weight, DIGITS);
      expect(found.worth, `worth of ${n}`).toBeCloseTo(expected.worth, 6);
      close(found.interval, expected.interval, `interval of ${n}`);
      close(found.populationInterval, expected.populationInterval, `population interval of ${n}`);
    }
  });

  it('needs three questions', () => {
    const two = Float64Array.of(0.1, 0.2);
    expect(predictionPowered({ human: two, automatic: two, all: new Float64Array(9), alpha: ALPHA })).toBeNull();
  });
});

/** Interval and mean after n questions. */
function sequenceAfter({ human, automatic }: Case, n: number): { sequence: CorrectedSequence; weight: number } {
  const sequence = new CorrectedSequence({ range: [-1, 1], alpha: ALPHA, automatic: Float64Array.from(automatic) });
  let weight = NaN;
  human.slice(0, n).forEach((value) => {
    weight = sequence.weight;
    sequence.add(value);
  });
  return { sequence, weight };
}

describe('corrected by human judgments, read at any time', () => {
  it.each(cases)('a judge: $name', (golden) => {
    for (const { n, ...expected } of golden.anytime) {
      const { sequence, weight } = sequenceAfter(golden, n);
      expect(sequence.mean, `mean of ${n}`).toBeCloseTo(expected.mean, DIGITS);
      expect(weight, `λ of ${n}`).toBeCloseTo(expected.weight, DIGITS);
      close(sequence.interval, expected.interval, `interval of ${n}`);
    }
  });

  it('is the sample mean and its difference estimator where λ is constant', () => {
    const golden = cases.find(({ name }) => name === 'nothing')!;
    const mean = golden.human.slice(0, 30).reduce((sum, value) => sum + value, 0) / 30;
    expect(sequenceAfter(golden, 30).sequence.mean).toBeCloseTo(mean, 12);
  });

  it('refuses a value outside the range', () => {
    const sequence = new CorrectedSequence({ range: [-1, 1], alpha: ALPHA, automatic: new Float64Array(3) });
    expect(() => sequence.add(1.5)).toThrow(RangeError);
  });
});
