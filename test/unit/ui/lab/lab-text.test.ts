import { describe, expect, it } from 'vitest';
import type { DrawnMap } from '../../../../src/contract/workers';
import { mapPlan } from '../../../../src/domain/lab/map';
import { firstSetting } from '../../../../src/domain/fusion/method-settings';
import {
  bestList,
  inSteps,
  inTriangle,
  lowestScores,
  mapCells,
  mapScale,
  reweighted,
  settingProblem,
  fusionSettingText,
  weightOf,
} from '../../../../src/ui/lab/lab-text';
import { standingOf } from '../../../../src/ui/results/columns';
import { resultOf } from '../result';

const LISTS = ['bm25', 'embedding'];

describe('fusionSettingText', () => {
  it('lists all that the method takes, and nothing that waits for another', () => {
    const setting = { ...firstSetting(2), weights: [0.3, 0.7], constant: 20 };
    expect(fusionSettingText(setting, LISTS)).toBe(
      'Weighted CombSUM, .30 bm25 + .70 embedding, normalisation min-max, a missing document counts as 0',
    );
    expect(fusionSettingText({ ...setting, method: 'rrf' }, LISTS)).toBe(
      'Reciprocal rank fusion, .30 bm25 + .70 embedding, constant 20',
    );
    expect(fusionSettingText({ ...setting, method: 'isr' }, LISTS)).toBe('ISR');
  });

  it('names the policy that holds, not one that the method does not know', () => {
    expect(fusionSettingText({ ...firstSetting(2), method: 'geometric-mean' }, LISTS)).toContain('the list’s lowest');
  });

  it('writes a weight so that it differs from its neighbour', () => {
    expect([weightOf(0.3), weightOf(1), weightOf(0.2857)]).toEqual(['.30', '1.00', '.2857']);
  });
});

describe('what is fused and held against', () => {
  const result = resultOf({ bm25: [2, 0, 3], embedding: [1, 1, 0], ensemble: [1, 1, 1] });

  it('takes the best of the lists, not of all systems', () => {
    expect(bestList(result, LISTS, 'MAP')).toBe('embedding');
    expect(bestList(result, ['bm25'], 'MAP')).toBe('bm25');
  });

  it('knows that a cosine goes down to −1', () => {
    expect(lowestScores(result, ['embedding', 'bm25'])).toEqual([-1, 0]);
  });

  it('refuses weights that are all 0, where the method has weights', () => {
    const nothing = { ...firstSetting(2), weights: [0, 0] };
    expect(settingProblem(nothing)).toContain('above 0');
    expect(settingProblem({ ...nothing, method: 'sum' })).toBeNull();
  });
});

describe('a map as it is drawn', () => {
  it('puts the three lists at the corners: top, left, right', () => {
    const plan = mapPlan(firstSetting(3))!;
    const size = plan.settings.length;
    const map: DrawnMap = {
      plan,
      means: Float64Array.from({ length: size }, (_, i) => i / size),
      best: size - 1,
      reference: { system: null, mean: 0.5 },
      differences: Float64Array.from({ length: size }, (_, i) => i / size - 0.5),
      intervals: Array.from({ length: size }, (_, i) => [i / size - 0.7, i / size - 0.3] as const),
      heldOut: null,
      request: { setting: firstSetting(3), measure: 'MAP', baseline: 'a' },
    };
    const cells = mapCells(map, ['a', 'b', 'c'], plan.settings[5]!);
    const at = (weights: readonly number[]) =>
      cells[plan.settings.findIndex((each) => `${each.weights}` === `${weights}`)]!;
    expect(at([1, 0, 0])).toMatchObject({ x: 10, y: 0 });
    expect(at([0, 1, 0]).x).toBe(0);
    expect(at([0, 0, 1]).x).toBe(20);
    expect(at([0, 0, 1]).y).toBeCloseTo(20 * Math.sqrt(0.75), 12);
    expect(cells.filter(({ current }) => current).map(({ index }) => index)).toEqual([5]);
    expect(cells.at(-1)).toMatchObject({ best: true, share: 1, standing: 'better', label: '.00 / .00 / 1.00' });
    expect([cells[0]!.standing, cells[Math.round(size / 2)]!.standing]).toEqual(['worse', 'tie']);
    expect(inTriangle([1, 1, 1], 20)).toEqual({
      x: expect.closeTo(10, 9),
      y: expect.closeTo((2 / 3) * 20 * Math.sqrt(0.75), 9),
    });
  });

  it('does not let one corner far below take all colours', () => {
    const means = Float64Array.of(0, 0.7, 0.75, 0.8, 0.78);
    expect(mapScale(means, 1)).toEqual({ palest: expect.closeTo(0.65, 12) as number, lowest: 0, best: 0.8 });
    expect(mapScale(Float64Array.of(1, 2, 3), -1)).toEqual({ palest: -3, lowest: -3, best: -1 });
  });
});

describe('standingOf', () => {
  it('needs an interval without 0, and knows where low is better', () => {
    expect(standingOf([0.01, 0.2], 'higher')).toBe('better');
    expect(standingOf([0.01, 0.2], 'lower')).toBe('worse');
    expect([standingOf([-0.01, 0.2], 'higher'), standingOf([0, 0], 'higher')]).toEqual(['tie', 'tie']);
    expect([standingOf(null, 'higher'), standingOf([1, 2], null)]).toEqual([null, null]);
  });
});

describe('reweighted', () => {
  it('keeps the ratio of the others, also over 0 and back', () => {
    const none = reweighted([0.4, 0.4, 0.2], 0, 1);
    expect(inSteps(none, 20)).toEqual([1, 0, 0]);
    expect(inSteps(reweighted(none, 0, 0.4), 20)).toEqual([0.4, 0.4, 0.2]);
    expect(inSteps(reweighted([1, 0, 0], 0, 0.5), 20)).toEqual([0.5, 0.25, 0.25]);
  });
});

describe('inSteps', () => {
  it('adds to 1 in whole steps, and leaves what is in steps as it is', () => {
    expect(inSteps([1, 1, 1], 20)).toEqual([0.35, 0.35, 0.3]);
    for (let a = 0; a <= 20; a++)
      for (let b = 0; a + b <= 20; b++) {
        const weights = [a / 20, b / 20, (20 - a - b) / 20];
        expect(inSteps(weights, 20)).toEqual(weights);
      }
  });
});
