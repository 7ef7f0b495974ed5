import { describe, expect, it } from 'vitest';
import { FusionLab } from '../../../../src/domain/lab/lab';
import { bestOf, drawMap, mapPlan } from '../../../../src/domain/lab/map';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import { finish } from '../../../../src/domain/ltr/training';
import { mean } from '../../../../src/domain/measures/aggregate';
import { labOf, twoKinds } from './make';

describe('mapPlan', () => {
  it('crosses weights and constant of two lists, row by row, and loses no combination', () => {
    const plan = mapPlan({ ...firstSetting(2), method: 'rrf' })!;
    expect(plan.kind).toBe('grid');
    if (plan.kind !== 'grid') return;
    expect([plan.x.part, plan.y!.part]).toEqual(['weights', 'constant']);
    expect(plan.settings).toHaveLength(plan.x.values.length * plan.y!.values.length);
    const second = plan.settings[plan.x.values.length]!;
    expect([second.weights, second.constant]).toEqual([[0, 1], plan.y!.values[1]]);
    expect(new Set(plan.settings.map(({ weights, constant }) => `${weights.join()} ${constant}`)).size).toBe(
      plan.settings.length,
    );
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
  const plan = mapPlan(firstSetting(2))!;
  const map = finish(drawMap(lab, plan, 'MRR'));

  it('has at every point what the sliders give there', () => {
    for (const i of [0, 7, 100, plan.settings.length - 1]) {
      const { measures } = lab.read({ setting: plan.settings[i]!, baseline: 'list 0', measure: 'MRR' });
      expect(map.means[i]).toBeCloseTo(measures['MRR']!.mean, 11);
    }
  });

  it('marks the best, all that equals it, and nothing that is told from it', () => {
    expect(map.means[map.best]).toBe(Math.max(...map.means));
    expect(map.flat[map.best]).toBe(1);
    const best = lab.rounded(plan.settings[map.best]!, 'MRR');
    map.means.forEach((value, i) => {
      const row = lab.rounded(plan.settings[i]!, 'MRR');
      if (row.every((each, q) => each === best[q])) expect(map.flat[i]).toBe(1);
      // Worse for every question that differs, by a third of them: chance does not do that.
      const worse = row.filter((each, q) => each < best[q]!).length;
      const better = row.filter((each, q) => each > best[q]!).length;
      if (better === 0 && worse > 8) expect(map.flat[i]).toBe(0);
      expect(value).toBeCloseTo(mean(row), 12);
    });
  });
});

describe('bestOf', () => {
  it('takes the first of equal ones, the lowest where low is better, and passes over what is missing', () => {
    expect(bestOf(Float64Array.of(NaN, 1, 3, 3), 'higher')).toBe(2);
    expect(bestOf(Float64Array.of(NaN, 1, 3, 1), 'lower')).toBe(1);
    expect(bestOf(Float64Array.of(NaN), 'higher')).toBe(-1);
  });
});
