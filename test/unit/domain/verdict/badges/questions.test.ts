import { describe, expect, it } from 'vitest';
import { questionsBadge } from '../../../../../src/domain/verdict/badges/questions';
import { plannedOnce } from '../../../../../src/domain/planning/planning';
import type { VerdictInput } from '../../../../../src/domain/verdict/types';
import { input, partsOf, system, valuesOf } from '../input';
import { vector } from '../../statistics/close';

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

  it('plans nothing where one system is shown to be the best', () => {
    expect(badge(input([a, b])).planned).toBeNull();
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
