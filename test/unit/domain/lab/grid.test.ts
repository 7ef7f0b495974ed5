import { describe, expect, it } from 'vitest';
import { randomSettings, settingsGrid, variedBy, weightGrid, weightSteps } from '../../../../src/domain/lab/grid';
import { firstSetting, fusionOf, isTrained, METHOD_NAMES } from '../../../../src/domain/fusion/method-settings';
import { canonicalJson } from '../../../../src/base/hash';

describe('weightGrid', () => {
  it('has every combination of steps, each once, all adding to 1', () => {
    const grid = weightGrid(3, 4);
    expect(grid).toHaveLength(15);
    expect(new Set(grid.map((weights) => weights.join())).size).toBe(15);
    for (const weights of grid) expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(grid).toContainEqual([0, 0, 1]);
    expect(grid).toContainEqual([0.25, 0.5, 0.25]);
  });

  it('stays near a hundred points, however many lists there are', () => {
    for (let lists = 2; lists <= 7; lists++) {
      const size = weightGrid(lists, weightSteps(lists)).length;
      expect(size).toBeGreaterThan(15);
      expect(size).toBeLessThan(130);
    }
  });

  it('reads as a person does: 0.3, and not 0.30000000000000004', () => {
    expect(weightGrid(2, 10).map(([first]) => first)).toContain(0.3);
    expect(weightGrid(2, 10).map(([, second]) => second)).toContain(0.7);
  });
});

describe('settingsGrid', () => {
  const base = { ...firstSetting(2), method: 'rrf' as const };

  it('is every combination of what is varied', () => {
    expect(settingsGrid(base, ['weights', 'constant'])).toHaveLength(21 * 12);
  });

  it('leaves alone what is not varied, and what the method does not have', () => {
    const grid = settingsGrid({ ...base, constant: 7 }, ['weights', 'norm', 'gamma']);
    expect(grid).toHaveLength(21);
    expect(new Set(grid.map(({ constant }) => constant))).toEqual(new Set([7]));
  });

  it('has no fusion twice, also where methods are varied', () => {
    const grid = settingsGrid(base, ['method', 'absent']);
    const fusions = grid.map((setting) => canonicalJson(fusionOf(setting)));
    expect(new Set(fusions).size).toBe(grid.length);
    expect(new Set(grid.map(({ method }) => method)).size).toBe(METHOD_NAMES.filter((name) => !isTrained(name)).length);
  });
});

describe('variedBy', () => {
  it('has no weights for one list, and nothing for a method that learns', () => {
    expect(variedBy('rrf', 1)).toEqual(['constant']);
    expect(variedBy('probfuse', 3)).toEqual([]);
  });
});

describe('randomSettings', () => {
  const base = firstSetting(3);

  it('is the same for the same seed, and another for another', () => {
    const draw = (seed: number) => randomSettings(base, ['weights', 'norm'], 20, seed);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('draws weights all over the simplex, not near its middle alone', () => {
    const weights = randomSettings(base, ['weights'], 2000, 3).map((setting) => setting.weights[0]!);
    // Uniform on the simplex of three: a weight is above .9 in 1 % of the draws; of normalised uniform ones nearly never.
    expect(weights.filter((weight) => weight > 0.9).length).toBeGreaterThan(8);
    expect(weights.reduce((sum, weight) => sum + weight, 0) / weights.length).toBeCloseTo(1 / 3, 1);
  });
});
