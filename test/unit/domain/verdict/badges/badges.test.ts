import { describe, expect, it } from 'vitest';
import { FEWEST_DIFFERING, questionsBadge, saturationBadge } from '../../../../../src/domain/verdict/badges/questions';
import { plannedOnce, questionsToDetect } from '../../../../../src/domain/planning/planning';
import type { VerdictInput } from '../../../../../src/domain/verdict/types';
import { input, partsOf, system, valuesOf } from '../input';
import { vector } from '../../statistics/close';
import { exactRandomisationP } from '../../../../../src/domain/statistics/randomisation';
import { comparedSystems } from '../../../../../src/domain/verdict/inference';

describe('questions', () => {
  function badge(given: VerdictInput, recommended = 0) {
    const { compared, standings } = partsOf(given);
    return { ...questionsBadge(given, compared, standings, recommended), compared, standings };
  }

  const a = system('a', valuesOf(0.8, 0.1, 12));
  const b = system('b', valuesOf(0.5, 0.1, 13));
  const close = system('close', valuesOf(0.795, 0.5, 14));

  describe('questionsBadge', () => {
    it('is ok where the recommended system is shown to be within the margin of the best', () => {
      expect(badge(input([a, b]))).toMatchObject({ state: 'ok', questions: 60, causes: [], generated: 0 });
    });

    it('is amber where another may still be ahead by more than the margin', () => {
      const { state, causes, standings } = badge(input([a, close]));
      expect(standings.toBest[0]![0]).toBeLessThan(-0.02);
      expect([state, causes]).toEqual(['amber', ['few']]);
      expect(badge(input([a, close], { margin: 0.4 })).state).toBe('ok');
    });

    it('says what could be detected, from the widest spread: 2.80 sd / √n', () => {
      const rows = [vector(0, 0, 0, 0), vector(1, -1, 1, -1), vector(0.1, -0.1, 0.1, -0.1)];
      const { detectable } = badge(input(rows.map((values, i) => system(String(i), values))));
      const sd = Math.sqrt(4 / 3);
      expect(detectable).toBeCloseTo((2.8015852 * sd) / 2, 6);
      expect(badge(input([a, { ...a, id: 'copy' }])).detectable).toBeNull();
    });

    it('plans by the spread, not by the difference that was observed', () => {
      const near = badge(input([a, close]));
      const shifted = system(
        'close',
        close.values.map((value) => value - 0.01),
      );
      const further = badge(input([a, shifted]));
      expect(further.planned).toEqual(near.planned);
      const differences = a.values.map((value, q) => close.values[q]! - value);
      expect(near.planned).toEqual({ system: 'close', ...plannedOnce({ differences, margin: 0.02 }) });
      expect(near.planned!.questions).toBeGreaterThan(60);
      expect(badge(input([a, close], { margin: 0 })).planned).toBeNull();
    });

    it('is amber where all questions were made from passages', () => {
      const origins = a.values.length;
      const all = Array.from({ length: origins }, (_, q) => (q % 2 === 0 ? ('cloze' as const) : ('model' as const)));
      expect(badge(input([a, b], { origins: all }))).toMatchObject({
        state: 'amber',
        causes: ['all-generated'],
        generated: 60,
      });
    });

    it('takes questions of unknown origin, imported and written ones for those of people', () => {
      const origins = Array.from({ length: 60 }, (_, q) => ([null, 'imported', 'written'] as const)[q % 3]!);
      expect(badge(input([a, b], { origins }))).toMatchObject({ state: 'ok', generated: 0 });
    });

    it('is amber where another system is ahead without the generated ones, by more than the margin', () => {
      // `a` leads on two thirds, which are generated; on the written third `b` leads by .1.
      const written = (q: number): boolean => q % 3 === 0;
      const leads = system(
        'a',
        b.values.map((value, q) => value + (written(q) ? -0.1 : 0.3)),
      );
      const origins = Array.from({ length: 60 }, (_, q) => (written(q) ? ('written' as const) : ('cloze' as const)));
      expect(badge(input([leads, b], { origins }))).toMatchObject({
        state: 'amber',
        causes: ['origins'],
        generated: 40,
        reversedBy: ['b'],
      });
      const behind = system(
        'a',
        b.values.map((value, q) => value + (written(q) ? -0.01 : 0.3)),
      );
      expect(badge(input([behind, b], { origins }))).toMatchObject({ state: 'ok', reversedBy: [] });
    });
  });
});

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
