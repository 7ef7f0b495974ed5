import { describe, expect, it } from 'vitest';
import { Choices } from '../../../../src/domain/lab/choices';
import { intervalsOfDifference, paired } from '../../../../src/domain/lab/figure';
import { FusionLab } from '../../../../src/domain/lab/lab';
import { bestOf, drawMap, mapPlan } from '../../../../src/domain/lab/map';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import { finish } from '../../../../src/domain/ltr/training';
import { mean } from '../../../../src/domain/measures/score';
import { labOf, twoKinds } from './make';

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

describe('bestOf', () => {
  it('takes the first of equal ones, the lowest where low is better, and passes over what is missing', () => {
    expect(bestOf(Float64Array.of(NaN, 1, 3, 3), 'higher')).toBe(2);
    expect(bestOf(Float64Array.of(NaN, 1, 3, 1), 'lower')).toBe(1);
    expect(bestOf(Float64Array.of(NaN), 'higher')).toBe(-1);
  });
});
