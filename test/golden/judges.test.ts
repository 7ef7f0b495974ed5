import { describe, expect, it } from 'vitest';
import { cohensKappa, type GradeScale } from '../../src/domain/statistics/inter-rater';
import { goldenPath, readJson } from './read';
import { alphasOf, SCALES } from '../../src/domain/judging/judges-agreement';
import { docId, type Ranking } from '../../src/base/types';
import { rankBiasedOverlap } from '../../src/domain/run-comparison/list-changes';
import { ConfidenceSequence } from '../../src/domain/statistics/confidence-sequence';
import { CorrectedSequence } from '../../src/domain/automatic-judges/corrected-sequence';
import { predictionPowered } from '../../src/domain/automatic-judges/corrected-systems';
import type { Interval } from '../../src/domain/statistics/types';
import {
  balancedAccuracy,
  bestRefusal,
  type FirstScores,
  heldOutRefusals,
  refusalsAt,
} from '../../src/domain/no-answer/no-answer';

type Alphas = Readonly<Record<GradeScale, number | null>>;
const alphas = readJson<{ cases: readonly (Alphas & { units: readonly (readonly (number | null)[])[] })[] }>(
  goldenPath('krippendorff.json'),
).cases.map(({ units, ...expected }) => ({
  units: units.map((unit) => unit.filter((grade) => grade !== null)),
  expected,
}));

it.each(alphas)('Krippendorff’s α of case %$ is that of all pairs', ({ units, expected }) => {
  for (const scale of SCALES) {
    const found = alphasOf([units], 1)[scale].alpha;
    if (expected[scale] === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(expected[scale], 12);
  }
});

it('Krippendorff’s α has the values of the paper, and not those of units with one grade counted', () => {
  const { units } = alphas[0]!;
  const found = alphasOf([units], 1);
  expect(SCALES.map((scale) => found[scale].alpha!.toFixed(3))).toEqual(['0.815', '0.743', '0.849']);
  expect(alphasOf([[...units, [5], [1]]], 1)).toEqual(found);
});

type Resampled = Readonly<Record<GradeScale, { alpha: number; questions: Interval }>>;
const resampled = readJson<{
  cases: readonly (Omit<Resampled, 'questions'> & { questions: readonly (readonly (readonly number[])[])[] })[];
}>(goldenPath('krippendorff-interval.json'));
/** Of the quantiles of 4,000 resamples: their standard error here is below .004. */
const ERROR = 0.015;

it.each(resampled.cases)('intervals of α of case %$ are those of a bootstrap over questions', (golden) => {
  const found = alphasOf(golden.questions, 3, 4000);
  for (const scale of SCALES) {
    expect(found[scale].alpha).toBeCloseTo(golden[scale].alpha, 12);
    found[scale].interval!.forEach((end, i) => {
      expect(Math.abs(end - golden[scale].questions[i]!)).toBeLessThan(ERROR);
    });
  }
});

interface Kappa {
  readonly name: string;
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly classes: number;
  readonly kappa: number;
  readonly linear: number;
  readonly confusion: readonly (readonly number[])[];
}

const kappas = readJson<{ cases: readonly Kappa[] }>(goldenPath('kappa.json')).cases;

it.each(kappas)('agreement is that of scikit-learn $name', ({ first, second, ...golden }) => {
  const found = cohensKappa(first.map((grade, i) => [grade, second[i]!] as const));
  expect(found.kappa).toBeCloseTo(golden.kappa, 12);
  expect(found.linear).toBeCloseTo(golden.linear, 12);
  const given = found.grades.length;
  expect(found.confusion).toEqual(golden.confusion.slice(0, given).map((row) => row.slice(0, given)));
});

type Groups = readonly (readonly string[])[];

it('rank-biased overlap equals the reference program, with ties and lists of unequal length', () => {
  const { cases } = readJson<{ cases: { first: Groups; second: Groups; p: number; ext: number }[] }>(
    goldenPath('rbo.json'),
  );
  const ranking = (groups: Groups): Ranking =>
    groups.flatMap((group, i) => group.map((id) => ({ id: docId(id), score: -i })));
  expect(cases).toHaveLength(83);
  for (const { first, second, p, ext } of cases) {
    expect(rankBiasedOverlap(ranking(first), ranking(second), p)).toBeCloseTo(ext, 12);
    expect(rankBiasedOverlap(ranking(second), ranking(first), p)).toBeCloseTo(ext, 12);
  }
});

interface Sequence {
  readonly name: string;
  readonly alpha: number;
  readonly values: readonly number[];
  readonly at: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Neighbours of the grid, of differences from −1 to 1. */
const STEP = 0.001;

it.each(readJson<{ cases: readonly Sequence[] }>(goldenPath('confidence-sequence.json')).cases)(
  'a confidence sequence of $name at $alpha is that of the reference, at most a step wider',
  ({ alpha, ...golden }) => {
    const sequence = new ConfidenceSequence({ range: [-1, 1], alpha });
    golden.values.forEach((value, i) => {
      sequence.add(value);
      const at = golden.at.indexOf(i + 1);
      if (at < 0) return;
      const [low, high] = sequence.interval!;
      for (const wider of [golden.low[at]! - low, high - golden.high[at]!]) {
        expect(wider, `after ${i + 1}`).toBeGreaterThanOrEqual(-1e-9);
        expect(wider, `after ${i + 1}`).toBeLessThanOrEqual(STEP + 1e-9);
      }
    });
  },
);

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

interface Refusals {
  readonly scores: (number | null)[];
  readonly answerable: boolean[];
  readonly folds: number[];
  readonly byFold: (number | null)[];
  readonly falseAnswers: number;
  readonly falseRefusals: number;
  readonly balanced: number;
  readonly chosen: number | null;
  readonly optimistic: number;
}

it('refusals equal an independent count, at thresholds that the other folds chose', () => {
  const golden = readJson<{ cases: Refusals[] }>(goldenPath('no-answer.json')).cases;
  expect(golden).toHaveLength(4);
  for (const { answerable, folds, chosen, ...expected } of golden) {
    const scores = expected.scores.map((score) => score ?? -Infinity);
    const first: FirstScores = {
      answerable: scores.filter((_, q) => answerable[q]),
      unanswerable: scores.filter((_, q) => !answerable[q]),
    };
    const found = heldOutRefusals(scores, answerable, Int32Array.from(folds), { resamples: 99, seed: 1 });
    expect(found.byFold).toEqual(expected.byFold);
    expect(found.falseAnswers).toBeCloseTo(expected.falseAnswers, 12);
    expect(found.falseRefusals).toBeCloseTo(expected.falseRefusals, 12);
    expect(found.balanced).toBeCloseTo(expected.balanced, 12);
    expect(bestRefusal(first)).toEqual(chosen);
    expect(balancedAccuracy(refusalsAt(first, chosen))).toBeCloseTo(expected.optimistic, 12);
  }
});
