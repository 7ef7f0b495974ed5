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

describe('krippendorff', () => {
  type Alphas = Readonly<Record<GradeScale, number | null>>;
  interface Golden {
    readonly cases: readonly (Alphas & { readonly units: readonly (readonly (number | null)[])[] })[];
  }

  const { cases } = readJson<Golden>(goldenPath('krippendorff.json'));
  const SCALES: readonly GradeScale[] = ['nominal', 'ordinal', 'interval'];

  it.each(cases.map((golden, i) => [i, golden] as const))(
    'Krippendorff’s α of case %i is that of all pairs',
    (_, golden) => {
      const units = golden.units.map((unit) => unit.filter((grade) => grade !== null));
      for (const scale of SCALES) {
        const found = alphasOf([units], 1)[scale].alpha;
        if (golden[scale] === null) expect(found).toBeNull();
        else expect(found).toBeCloseTo(golden[scale], 12);
      }
    },
  );

  it('has the values of the paper, and not those of units with one grade counted', () => {
    const units = cases[0]!.units.map((unit) => unit.filter((grade) => grade !== null));
    const alphas = alphasOf([units], 1);
    expect(SCALES.map((scale) => alphas[scale].alpha!.toFixed(3))).toEqual(['0.743', '0.815', '0.849']);
    expect(alphasOf([[...units, [5], [1]]], 1)).toEqual(alphas);
  });
});

describe('krippendorff interval', () => {
  type Range = readonly [number, number];
  interface Golden {
    readonly cases: readonly (Readonly<Record<GradeScale, { alpha: number; questions: Range; passages: Range }>> & {
      readonly questions: readonly (readonly (readonly number[])[])[];
    })[];
  }

  const { cases } = readJson<Golden>(goldenPath('krippendorff-interval.json'));
  /** Of the quantiles of 4,000 resamples: their standard error here is below .004. */
  const ERROR = 0.015;

  describe.each(cases.map((golden, i) => [i, golden] as const))('intervals of α, case %i', (_, golden) => {
    const found = alphasOf(golden.questions, 3, 4000);

    it.each(SCALES)('%s: are those of a bootstrap over questions', (scale) => {
      expect(found[scale].alpha).toBeCloseTo(golden[scale].alpha, 12);
      found[scale].interval!.forEach((end, i) => {
        expect(Math.abs(end - golden[scale].questions[i]!)).toBeLessThan(ERROR);
      });
    });
  });
});

describe('kappa', () => {
  interface Golden {
    readonly source: string;
    readonly cases: readonly {
      readonly name: string;
      readonly first: readonly number[];
      readonly second: readonly number[];
      readonly classes: number;
      readonly kappa: number;
      readonly linear: number;
      readonly confusion: readonly (readonly number[])[];
    }[];
  }

  const { cases } = readJson<Golden>(goldenPath('kappa.json'));

  it('agreement has eleven cases', () => expect(cases).toHaveLength(11));

  it.each(cases.map((each) => [each.name, each] as const))('agreement is that of scikit-learn %s', (_name, golden) => {
    const pairs = golden.first.map((grade, i) => [grade, golden.second[i]!] as const);
    const found = cohensKappa(pairs, golden.classes);
    expect(found.kappa).toBeCloseTo(golden.kappa, 12);
    expect(found.linear).toBeCloseTo(golden.linear, 12);
    expect(found.confusion).toEqual(golden.confusion);
  });
});

describe('rbo', () => {
  type Groups = readonly (readonly string[])[];

  const { cases } = readJson<{ cases: { first: Groups; second: Groups; p: number; ext: number }[] }>(
    goldenPath('rbo.json'),
  );

  const ranking = (groups: Groups): Ranking =>
    groups.flatMap((group, i) => group.map((id) => ({ id: docId(id), score: -i })));

  it('rank-biased overlap equals the reference program, with ties and lists of unequal length', () => {
    expect(cases).toHaveLength(83);
    expect(cases.filter(({ first, second }) => [...first, ...second].some(({ length }) => length > 1))).not.toEqual([]);
    for (const { first, second, p, ext } of cases) {
      expect(rankBiasedOverlap(ranking(first), ranking(second), p)).toBeCloseTo(ext, 12);
      expect(rankBiasedOverlap(ranking(second), ranking(first), p)).toBeCloseTo(ext, 12);
    }
  });
});

describe('confidence sequence', () => {
  interface Case {
    readonly name: string;
    readonly alpha: number;
    readonly values: readonly number[];
    readonly at: readonly number[];
    readonly low: readonly number[];
    readonly high: readonly number[];
  }

  const { cases } = readJson<{ cases: readonly Case[] }>(goldenPath('confidence-sequence.json'));
  /** Neighbours of the grid, of differences from −1 to 1. */
  const STEP = 0.001;

  it.each(cases)(
    'a confidence sequence of $name at $alpha is that of the reference, at most a step wider',
    ({ alpha, ...golden }) => {
      const sequence = new ConfidenceSequence({ range: [-1, 1], alpha });
      golden.values.forEach((value, i) => {
        sequence.add(value);
        const at = golden.at.indexOf(i + 1);
        if (at < 0) return;
        const [low, high] = sequence.interval!;
        expect(golden.low[at]! - low, `low after ${i + 1}`).toBeGreaterThanOrEqual(-1e-9);
        expect(golden.low[at]! - low, `low after ${i + 1}`).toBeLessThanOrEqual(STEP + 1e-9);
        expect(high - golden.high[at]!, `high after ${i + 1}`).toBeGreaterThanOrEqual(-1e-9);
        expect(high - golden.high[at]!, `high after ${i + 1}`).toBeLessThanOrEqual(STEP + 1e-9);
      });
    },
  );
});

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

describe('no answer', () => {
  interface Case {
    readonly name: string;
    readonly scores: (number | null)[];
    readonly answerable: boolean[];
    readonly folds: number[];
    readonly byFold: (number | null)[];
    readonly falseAnswers: number;
    readonly falseRefusals: number;
    readonly balanced: number;
    readonly chosen: number | null;
    readonly optimistic: number;
    readonly byAccuracy: number;
  }

  const { cases } = readJson<{ cases: Case[] }>(goldenPath('no-answer.json'));
  const scoresOf = ({ scores }: Case): number[] => scores.map((score) => score ?? -Infinity);
  const firstScores = (each: Case): FirstScores => ({
    answerable: scoresOf(each).filter((_, q) => each.answerable[q]),
    unanswerable: scoresOf(each).filter((_, q) => !each.answerable[q]),
  });
  const heldOut = (each: Case) =>
    heldOutRefusals(scoresOf(each), each.answerable, Int32Array.from(each.folds), { resamples: 99, seed: 1 });

  it('refusals equal an independent count, at thresholds that the other folds chose', () => {
    expect(cases).toHaveLength(4);
    for (const each of cases) {
      const found = heldOut(each);
      expect(found.byFold).toEqual(each.byFold);
      expect(found.falseAnswers).toBeCloseTo(each.falseAnswers, 12);
      expect(found.falseRefusals).toBeCloseTo(each.falseRefusals, 12);
      expect(found.balanced).toBeCloseTo(each.balanced, 12);
      expect(bestRefusal(firstScores(each))).toEqual(each.chosen);
      expect(balancedAccuracy(refusalsAt(firstScores(each), each.chosen))).toBeCloseTo(each.optimistic, 12);
    }
  });
});
