import { describe, expect, it } from 'vitest';
import { cohensKappa, type GradeScale, krippendorffsAlpha } from '../../src/domain/statistics/inter-rater';
import { goldenPath, readJson } from './read';
import { alphasOf, SCALES } from '../../src/domain/judging/judges-agreement';
import { docId, type Ranking } from '../../src/base/types';
import { rankBiasedOverlap } from '../../src/domain/run-comparison/list-changes';
import { ConfidenceSequence } from '../../src/domain/statistics/confidence-sequence';

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
        const found = krippendorffsAlpha(units, scale);
        if (golden[scale] === null) expect(found).toBeNull();
        else expect(found).toBeCloseTo(golden[scale], 12);
      }
    },
  );

  it('has the values of the paper, and not those of units with one grade counted', () => {
    const units = cases[0]!.units.map((unit) => unit.filter((grade) => grade !== null));
    expect(SCALES.map((scale) => krippendorffsAlpha(units, scale)!.toFixed(3))).toEqual(['0.743', '0.815', '0.849']);
    expect(krippendorffsAlpha([...units, [5], [1]], 'nominal')).toBe(krippendorffsAlpha(units, 'nominal'));
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
