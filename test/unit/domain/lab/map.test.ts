import { describe, expect, it } from 'vitest';
import { Choices } from '../../../../src/domain/lab/choices';
import { heldOutInterval, intervalsOfDifference, NestedError, paired } from '../../../../src/domain/lab/figure';
import { FusionLab } from '../../../../src/domain/lab/lab';
import { bestOf, drawMap, mapPlan } from '../../../../src/domain/lab/map';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import { finish } from '../../../../src/domain/ltr/training';
import { mean } from '../../../../src/domain/measures/score';
import { labOf, twoKinds } from './make';
import { numbers } from '../statistics/close';

describe('mapPlan', () => {
  it('is the line of all weights for two lists', () => {
    const plan = mapPlan({ ...firstSetting(2), method: 'rrf', constant: 5 })!;
    expect(plan.kind).toBe('line');
    expect(plan.settings).toHaveLength(101);
    expect(plan.settings.every(({ constant }) => constant === 5)).toBe(true);
    expect(plan.settings.map(({ weights }) => weights[0])).toContain(0.3);
  });

  it('crosses two parts of the method for more lists, row by row, and loses no combination', () => {
    const plan = mapPlan({ ...firstSetting(4), method: 'rrf' })!;
    expect(plan.kind === 'grid' && [plan.x.part, plan.y]).toEqual(['constant', null]);
    const crossed = mapPlan(firstSetting(4))!;
    expect(crossed.kind).toBe('grid');
    if (crossed.kind !== 'grid') return;
    expect([crossed.x.part, crossed.y!.part]).toEqual(['norm', 'absent']);
    expect(crossed.settings).toHaveLength(crossed.x.values.length * crossed.y!.values.length);
    expect(new Set(crossed.settings.map(({ norm, absent }) => `${norm} ${absent}`)).size).toBe(crossed.settings.length);
    const second = crossed.settings[crossed.x.values.length]!;
    expect([second.norm, second.absent]).toEqual([crossed.x.values[0], crossed.y!.values[1]]);
  });

  it('is the triangle of all weights for three lists', () => {
    const plan = mapPlan(firstSetting(3))!;
    expect(plan.kind).toBe('simplex');
    expect(plan.settings).toHaveLength(231);
  });

  it('varies what else there is, where a method has no weights', () => {
    const plan = mapPlan({ ...firstSetting(3), method: 'rbc' })!;
    expect(plan.kind === 'grid' && [plan.x.part, plan.y]).toEqual(['persistence', null]);
    expect(mapPlan({ ...firstSetting(3), method: 'isr' })).toBeNull();
  });
});

describe('drawMap', () => {
  const lab = new FusionLab(labOf(twoKinds(24, (q) => q % 4 !== 0)), 500);
  const setting = firstSetting(2);
  const plan = mapPlan(setting)!;
  const map = finish(drawMap(lab, plan, { setting, measure: 'MRR', baseline: 'list 1' }));
  const even = lab.rounded({ ...setting, weights: [0.5, 0.5] }, 'MRR');

  it('has at every point what the sliders give there', () => {
    for (const i of [0, 7, 100, plan.settings.length - 1]) {
      const { measures } = lab.read({ setting: plan.settings[i]!, baseline: 'list 0', measure: 'MRR' });
      expect(map.means[i]).toBeCloseTo(measures['MRR']!.mean, 11);
    }
    expect(map.means[map.best]).toBe(Math.max(...map.means));
  });

  it('compares every point with equal weights, by intervals that are wider than those of a point alone', () => {
    expect(map.reference).toEqual({ system: null, mean: mean(even) });
    const wider = plan.settings.map((each, i) => {
      const row = lab.rounded(each, 'MRR');
      expect(map.differences[i]).toBeCloseTo(mean(row) - mean(even), 12);
      const ends = map.intervals[i]!;
      if (row.every((value, q) => value === even[q])) {
        expect(ends).toEqual([0, 0]);
        return true;
      }
      const [low, high] = intervalsOfDifference(paired(row, even), lab.resamples).percentile!;
      return ends[1] - ends[0] > high - low;
    });
    expect(wider.every((each) => each)).toBe(true);
  });

  it('says what choosing is worth on questions that the choice did not see, as tuning the same settings does', () => {
    const choices = new Choices(lab.folds, 'higher');
    for (const each of plan.settings) choices.add(lab.rounded(each, 'MRR'));
    const held = mean(choices.heldOut().values);
    expect(map.heldOut!.mean).toBeCloseTo(held, 12);
    expect(map.heldOut!.difference.mean).toBeCloseTo(held - mean(even), 12);
    expect(held).toBeLessThanOrEqual(map.means[map.best]!);
    expect(map.heldOut!.ci95).not.toBeNull();
  });

  it('compares with the baseline where there are no weights, and holds nothing out of few questions', () => {
    const few = new FusionLab(labOf(twoKinds(9, (q) => q % 4 !== 0)), 100);
    const rbc = { ...setting, method: 'rbc' as const };
    const drawn = finish(drawMap(few, mapPlan(rbc)!, { setting: rbc, measure: 'MRR', baseline: 'list 1' }));
    expect(drawn.heldOut).toBeNull();
    expect(drawn.reference).toEqual({ system: 'list 1', mean: mean(few.baseline('list 1', 'MRR')) });
    expect(drawn.differences[0]).toBeCloseTo(drawn.means[0]! - drawn.reference.mean, 12);
  });
});

it.each([
  [[NaN, 1, 3, 3], 'higher', 2],
  [[NaN, 1, 3, 1], 'lower', 1],
  [[NaN], 'higher', -1],
] as const)('bestOf %j, where %s is better, is the first of the best: %i', (values, better, best) => {
  expect(bestOf(Float64Array.from(values), better)).toBe(best);
});

const INDEPENDENT = 0.7;
const heldOut = { mean: 4.5, independent: INDEPENDENT };
/** Student’s t on 9 degrees of freedom, from tables. */
const T = 2.2621571628;

const reachOf = (meanSquared: number | null, folds = 5): number => {
  const [low, high] = heldOutInterval(heldOut, 10, folds, meanSquared)!;
  expect((low + high) / 2).toBeCloseTo(4.5, 12);
  return (high - low) / 2;
};

describe('heldOutInterval', () => {
  it('adds a (K − 1)th to the variance, as test over training questions are', () => {
    expect(reachOf(null)).toBeCloseTo(T * Math.sqrt(INDEPENDENT * 1.25), 8);
    expect(reachOf(null, 3)).toBeCloseTo(T * Math.sqrt(INDEPENDENT * 1.5), 8);
  });

  it('has the variance of nested cross-validation between that and K times the uncorrected one', () => {
    expect(reachOf(2)).toBeCloseTo(T * Math.sqrt(2), 8);
    expect(reachOf(-1)).toBe(reachOf(null));
    expect(reachOf(1000)).toBeCloseTo(T * Math.sqrt(5 * INDEPENDENT), 8);
  });
});

describe('NestedError', () => {
  it('leaves out questions without a value, and folds with fewer than two', () => {
    const nested = new NestedError(2);
    nested.add(Int32Array.of(0, 0, 1, 1), () => (q) => [1, NaN, 2, 4][q]!);
    // Fold 1 alone has two: its mean is 3, of variance 1, and that of the other is 1.
    expect(nested.meanSquared).toBe((1 / 2) * ((1 - 3) ** 2 - 1));
  });

  it('is that of choosing again without every two folds, from the definition', () => {
    const [candidates, questions, folds] = [4, 23, 5];
    const rows = Array.from({ length: candidates }, (_, c) => numbers(questions, c + 1));
    const choices = new Choices(new Int32Array(questions), 'higher');
    for (const row of rows) choices.add(row);
    const nested = new NestedError(folds);
    let [apart, variance, count] = [0, 0, 0];
    for (let split = 0; split < 3; split++) {
      const foldOf = Int32Array.from(numbers(questions, 50 + split), (number) => Math.floor(number * folds));
      const best = choices.dealt(foldOf);
      nested.add(foldOf, (one, other) => (q) => best(one, other)[q]!);
      const places = [...foldOf.keys()];
      const tunedOn = (training: readonly number[]): Float64Array =>
        rows.reduce((top, row) =>
          mean(training.map((q) => row[q]!)) > mean(training.map((q) => top[q]!)) ? row : top,
        );
      for (let out = 0; out < folds; out++) {
        const rest = places.filter((q) => foldOf[q] !== out);
        const outer = places.filter((q) => foldOf[q] === out).map((q) => tunedOn(rest)[q]!);
        const inner = rest.map((q) => tunedOn(rest.filter((other) => foldOf[other] !== foldOf[q]))[q]!);
        if (outer.length < 2) continue;
        apart += (mean(inner) - mean(outer)) ** 2;
        variance += mean(outer.map((value) => (value - mean(outer)) ** 2)) / (outer.length - 1);
        count++;
      }
    }
    expect(nested.meanSquared).toBeCloseTo((0.8 * (apart - variance)) / count, 12);
  });
});
