import { describe, expect, it } from 'vitest';
import { randomSettings, settingsGrid, variedBy, weightGrid } from '../../../../src/domain/lab/grid';
import { firstSetting, fusionOf, isTrained, METHOD_NAMES } from '../../../../src/domain/fusion/method-settings';
import { canonicalJson } from '../../../../src/base/hash';
import { normalise } from '../../../../src/domain/fusion/normalise';
import { poolOf } from '../../../../src/domain/fusion/pool';
import { NormalisedPools } from '../../../../src/domain/lab/scorer';
import { listOf } from './make';
import { Choices, FoldSums } from '../../../../src/domain/lab/choices';

it('weightGrid has every combination of steps, each once, all adding to 1', () => {
  const grid = weightGrid(3, 4);
  expect(grid).toHaveLength(15);
  expect(new Set(grid.map((weights) => weights.join())).size).toBe(15);
  for (const weights of grid) expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  expect(grid).toContainEqual([0, 0, 1]);
  expect(grid).toContainEqual([0.25, 0.5, 0.25]);
});

describe('settingsGrid', () => {
  const base = { ...firstSetting(2), method: 'rrf' as const };

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

it('variedBy has no weights for one list, and nothing for a method that learns', () => {
  expect(variedBy('rrf', 1)).toEqual(['constant']);
  expect(variedBy('probfuse', 3)).toEqual([]);
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

const pool = poolOf([listOf({ a: 3, b: 1 }), listOf({ b: 5, c: 2 })]);

describe('NormalisedPools', () => {
  it('has the columns that the normalisation gives, and leaves ranks and the pools it was given alone', () => {
    const pools = new NormalisedPools([pool]);
    const [scaled] = pools.by('min-max');
    expect(scaled!.lists.map(({ scores }) => scores)).toEqual(normalise(pool, 'min-max'));
    expect(scaled!.lists.map(({ ranks }) => ranks)).toEqual(pool.lists.map(({ ranks }) => ranks));
    expect(pools.by('none')).toEqual([pool]);
  });

  it('makes each once, and forgets the one that was not used for longest', () => {
    const pools = new NormalisedPools([pool]);
    const first = pools.by('max');
    expect(pools.by('max')).toBe(first);
    for (const norm of ['sum', 'l2', 'rank'] as const) pools.by(norm);
    expect(pools.by('max')).toBe(first);
    for (const norm of ['sum', 'l2', 'rank', 'zmuv'] as const) pools.by(norm);
    expect(pools.by('max')).not.toBe(first);
  });
});

const sumsOf = (better: 'higher' | 'lower'): FoldSums => {
  const sums = new FoldSums(Int32Array.of(0, 1, 2, 2), better);
  for (const row of [
    [9, 0, 1, NaN],
    [0, 9, 2, NaN],
    [1, 1, 3, NaN],
    [0.1 + 0.2, 9 - 0.3, 2, NaN],
  ])
    sums.add(Float64Array.from(row));
  return sums;
};

it('finds the best on all folds, without one and without two, the first of equal ones', () => {
  const sums = sumsOf('higher');
  expect([sums.folds, sums.best(), sums.best(0), sums.best(1), sums.best(0, 1)]).toEqual([3, 1, 1, 0, 2]);
  expect(sums.equalToBest()).toBe(2);
});

const folds = Int32Array.of(0, 0, 1, 1);
const choicesOf = (better: 'higher' | 'lower', ...rows: number[][]): Choices => {
  const choices = new Choices(folds, better);
  for (const row of rows) choices.add(Float64Array.from(row));
  return choices;
};

describe('Choices', () => {
  it('gives a fold the candidate that is best on the other', () => {
    // The first is best on fold 1, so that fold 0 gets it, where it is worse.
    const { values, chosen } = choicesOf('higher', [0, 0, 1, 1], [1, 1, 0, 0]).heldOut();
    expect(chosen).toEqual([0, 1]);
    expect([...values]).toEqual([0, 0, 0, 0]);
  });

  it('takes the lowest where low is better, and the first of equal ones', () => {
    const choices = choicesOf('lower', [1, 1, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]);
    expect([choices.best(), choices.equalToBest()]).toEqual([1, 2]);
  });

  it('finds sums equal that differ by the order of adding', () => {
    const choices = choicesOf('higher', [0.1, 0.2, 0.3, 0], [0.3, 0.2, 0.1, 0], [0, 0.3, 0.1, 0.2]);
    expect([choices.best(), choices.equalToBest()]).toEqual([0, 3]);
  });

  it('passes over questions that are left out', () => {
    expect(choicesOf('higher', [NaN, 0.5, 0.5, NaN], [NaN, 0.6, 0.5, NaN]).best()).toBe(1);
  });
});
