import { describe, expect, it } from 'vitest';
import { FEWEST_DIFFERING, saturationBadge } from '../../../../../src/domain/verdict/badges/questions';
import type { VerdictInput } from '../../../../../src/domain/verdict/types';
import { exactRandomisationP } from '../../../../../src/domain/statistics/randomisation';
import { comparedSystems } from '../../../../../src/domain/verdict/inference';
import { questionsToDetect } from '../../../../../src/domain/planning/planning';
import { input, system, valuesOf } from '../input';

const badge = (
  given: VerdictInput,
  { winner = false, sign = 1 as 1 | -1, kind = 'equivalent' as 'equivalent' | 'tie' } = {},
) => saturationBadge(given, comparedSystems(given, sign), 0, { isWinner: winner, isOpen: kind === 'tie' });

const a = system('a', valuesOf(0.6, 0.1, 12));
const b = system('b', valuesOf(0.58, 0.1, 13));
const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('saturationBadge', () => {
  it('is ok where systems differ and the scale has room', () => {
    expect(badge(input([a, b]))).toEqual({
      state: 'ok',
      questions: 60,
      differing: 60,
      causes: [],
      further: null,
      tied: [],
    });
  });

  it('counts the questions on which not all systems have one value', () => {
    const second = a.values.map((value, q) => (q < 20 ? value + 0.1 : value));
    const third = a.values.map((value, q) => (q >= 15 && q < 30 ? value + 0.1 : value));
    expect(badge(input([a, system('b', second), system('c', third)])).differing).toBe(30);
  });

  it('is amber where no test could have found a difference', () => {
    const differing = (count: number) =>
      system(
        'b',
        a.values.map((value, q) => (q < count ? value + 0.2 : value)),
      );
    expect(FEWEST_DIFFERING).toBe(6);
    expect(badge(input([a, differing(5)])).causes).toEqual(['few-differ']);
    expect(badge(input([a, differing(6)])).causes).toEqual([]);
    const p = (count: number) => exactRandomisationP(new Float64Array(count).fill(1), new Float64Array(count));
    expect(p(5)).toBeGreaterThanOrEqual(0.05);
    expect(p(6)).toBeLessThan(0.05);
    // One system that does differ is enough to see that the questions separate systems.
    expect(badge(input([a, differing(5), b])).causes).toEqual([]);
  });

  it('is amber at either end of the scale, unless a winner was found', () => {
    const near = (mean: number) => input([system('a', valuesOf(mean, 0.01, 1)), system('b', valuesOf(mean, 0.01, 2))]);
    expect(badge(near(0.96)).causes).toEqual(['ceiling']);
    expect(badge(near(0.04)).causes).toEqual(['floor']);
    expect(badge(near(0.94)).causes).toEqual([]);
    expect(badge(near(0.96), { winner: true })).toMatchObject({ state: 'ok', causes: [] });
    const one = input([system('a', valuesOf(0.97, 0.01, 1)), system('b', valuesOf(0.9, 0.01, 2))]);
    expect(badge(one).causes).toEqual([]);
  });

  it('knows which end is good where less is better', () => {
    const given = input([system('a', valuesOf(0.02, 0.01, 1)), system('b', valuesOf(0.02, 0.01, 2))], {
      measure: 'Hole@10',
    });
    expect(badge(given, { sign: -1 }).causes).toEqual(['ceiling']);
  });

  it('is amber where another order of equal scores reverses the verdict', () => {
    const [low, high] = [meanOf(b.values), meanOf(b.values) + 0.06];
    const tied = (ties: { low: number; high: number }) => badge(input([a, { ...b, ties }]));
    expect(tied({ low, high })).toMatchObject({ state: 'amber', causes: ['ties'], tied: ['b'] });
    expect(tied({ low: low - 0.5, high: low + 0.03 })).toMatchObject({ state: 'ok', tied: [] });
  });

  it('takes the ties of the recommended system at their worst', () => {
    const mean = meanOf(a.values);
    const given = input([{ ...a, ties: { low: mean - 0.06, high: mean } }, b]);
    expect(badge(given)).toMatchObject({ causes: ['ties'], tied: ['b'] });
    const upwards = input([{ ...a, ties: { low: mean, high: mean + 0.5 } }, b]);
    expect(badge(upwards).causes).toEqual([]);
  });

  it('turns ties where less is better', () => {
    const given = (ties: { low: number; high: number }) =>
      input([system('a', valuesOf(0.5, 0.1, 1)), system('b', valuesOf(0.52, 0.1, 2), 1, { ties })], {
        measure: 'Hole@10',
      });
    expect(badge(given({ low: 0.4, high: 0.52 }), { sign: -1 }).causes).toEqual(['ties']);
    expect(badge(given({ low: 0.52, high: 0.7 }), { sign: -1 }).causes).toEqual([]);
  });

  describe('where the questions are too few for any two systems', () => {
    const margin = 0.05;
    /** The difference alternates between ± spread, so that its standard deviation is known. */
    const apart = (id: string, spread: number, n: number) =>
      system(
        id,
        Float64Array.from({ length: n }, (_, q) => 0.5 + (q % 2 === 0 ? spread : -spread)),
      );
    const flat = (n: number) => system('a', new Float64Array(n).fill(0.5));
    const of = (spreads: readonly number[], n: number, kind: 'tie' | 'equivalent' = 'tie') =>
      badge(input([flat(n), ...spreads.map((spread, i) => apart(`b${i}`, spread, n))], { margin }), { kind });

    it('says how many more it takes', () => {
      const found = of([0.2], 40);
      expect(found).toMatchObject({ state: 'amber', causes: ['undetectable'] });
      const deviation = 0.2 * Math.sqrt(40 / 39);
      expect(found.further).toBe(questionsToDetect(deviation, margin) - 40);
      // With as many, nothing is missing.
      expect(of([0.2], 40 + found.further! + 1)).toMatchObject({ causes: [], further: null });
    });

    it('is ok where two of the systems vary little, though others vary much', () => {
      expect(of([0.2, 0.19], 40).causes).toEqual([]);
    });

    it('asks for nothing where systems are shown to be equivalent, and where no two differ', () => {
      expect(of([0.2], 40, 'equivalent').further).toBeNull();
      expect(badge(input([flat(40), { ...flat(40), id: 'b' }], { margin }), { kind: 'tie' })).toMatchObject({
        causes: ['few-differ'],
        further: null,
      });
    });
  });
});
