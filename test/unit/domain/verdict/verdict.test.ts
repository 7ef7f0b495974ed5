import { describe, expect, it } from 'vitest';
import { compare } from '../../../../src/domain/statistics/compare';
import type { ComparedVerdict, Verdict, VerdictInput } from '../../../../src/domain/verdict/types';
import { verdictOf } from '../../../../src/domain/verdict/verdict';
import { input, system, valuesOf } from './input';

function compared(verdict: Verdict): ComparedVerdict {
  if (verdict.kind === 'none' || verdict.kind === 'single') throw new Error(verdict.kind);
  return verdict;
}
const comparedOf = (given: VerdictInput): ComparedVerdict => compared(verdictOf(given));

const bm25 = system('bm25', valuesOf(0.5, 0.3, 11));

describe('verdictOf: which system', () => {
  it('names a winner where every other is excluded', () => {
    const verdict = comparedOf(input([bm25, system('a', valuesOf(0.7, 0.3, 12)), system('b', valuesOf(0.5, 0.3, 13))]));
    expect(verdict).toMatchObject({ kind: 'winner', best: ['a'], questions: 60, better: 'higher' });
    expect(verdict.recommended).toMatchObject({ system: 'a', reason: 'highest', slower: [] });
    expect(verdict.systems.map((each) => [each.system, each.candidate])).toEqual([
      ['a', true],
      expect.arrayContaining([false]),
      expect.arrayContaining([false]),
    ]);
    expect(verdict.gain).toMatchObject({ finding: 'better', comparisons: 2 });
  });

  it('calls systems equivalent where all that may be the best are shown to be within the margin', () => {
    const verdict = comparedOf(
      input([bm25, system('a', valuesOf(0.7, 0.02, 12)), system('b', valuesOf(0.701, 0.02, 13))]),
    );
    expect(verdict).toMatchObject({ kind: 'equivalent', best: ['b', 'a'] });
    expect(verdict.systems.map(({ withinMargin }) => withinMargin)).toEqual([true, true, false]);
    for (const { toBest } of verdict.systems.slice(0, 2)) expect(toBest[0]).toBeGreaterThan(-0.02);
  });

  it('calls it a tie where that is not shown: a lack of a difference is no equality', () => {
    const verdict = comparedOf(
      input([bm25, system('a', valuesOf(0.7, 0.3, 12)), system('b', valuesOf(0.701, 0.3, 13))]),
    );
    expect(verdict).toMatchObject({ kind: 'tie', best: ['b', 'a'] });
    expect(verdict.systems[0]!.toBest[0]).toBeLessThan(-0.02);
  });

  it('is a tie where one of those that may be the best is not shown to be within the margin', () => {
    const verdict = comparedOf(
      input([
        bm25,
        system('a', valuesOf(0.7, 0.01, 12)),
        system('b', valuesOf(0.7, 0.01, 13)),
        system('c', valuesOf(0.68, 0.3, 14)),
      ]),
    );
    expect(verdict.kind).toBe('tie');
    expect(verdict.best).toContain('c');
  });

  it('takes the margin as it is asked: what is a tie within .02 is equal within .2', () => {
    const systems = [system('a', valuesOf(0.7, 0.3, 12)), system('b', valuesOf(0.701, 0.3, 13))];
    expect(comparedOf(input(systems)).kind).toBe('tie');
    expect(comparedOf(input(systems, { margin: 0.2 })).kind).toBe('equivalent');
    expect(comparedOf(input(systems, { margin: 0 })).kind).toBe('tie');
  });

  it('knows systems that are identical, and does not call that more than it is', () => {
    const verdict = comparedOf(input([bm25, { ...bm25, id: 'copy' }]));
    expect(verdict).toMatchObject({ kind: 'identical', best: ['bm25', 'copy'], gain: null });
    expect(verdict.badges.saturation).toMatchObject({ state: 'amber', differing: 0, causes: ['few-differ'] });
  });

  it('is over the questions that all systems have', () => {
    const gaps = valuesOf(0.7, 0.3, 12).map((value, q) => (q % 2 === 0 ? NaN : value));
    const verdict = comparedOf(input([bm25, system('a', gaps)]));
    expect(verdict.questions).toBe(30);
    const odd = bm25.values.filter((_, q) => q % 2 === 1);
    expect(verdict.systems.find((each) => each.system === 'bm25')!.mean).toBeCloseTo(
      odd.reduce((sum, value) => sum + value, 0) / 30,
      10,
    );
  });

  it('takes the lower value where that is better, with means as they are', () => {
    const verdict = comparedOf(
      input([system('a', valuesOf(0.3, 0.2, 12)), system('b', valuesOf(0.6, 0.2, 13))], {
        measure: 'Hole@10',
        baseline: 'b',
      }),
    );
    expect(verdict).toMatchObject({ kind: 'winner', best: ['a'], better: 'lower' });
    expect(verdict.systems[0]!.mean).toBeCloseTo(0.3, 2);
    expect(verdict.gain!.difference).toBeCloseTo(0.3, 2);
  });

  it('says why there is none', () => {
    const nothing = new Float64Array();
    expect(verdictOf(input([]))).toMatchObject({ kind: 'none', reason: 'systems' });
    expect(verdictOf(input([system('a', nothing), system('b', nothing)]))).toMatchObject({ reason: 'questions' });
    expect(verdictOf(input([system('a', nothing)]))).toMatchObject({ kind: 'none', reason: 'questions' });
    const halves = [0, 1].map((half) => bm25.values.map((value, q) => (q % 2 === half ? NaN : value)));
    expect(verdictOf(input([system('a', halves[0]!), system('b', halves[1]!)]))).toMatchObject({ reason: 'shared' });
    expect(verdictOf(input([bm25, { ...bm25, id: 'b' }], { measure: 'num_rel_ret' }))).toMatchObject({
      reason: 'direction',
    });
  });

  it('compares nothing with one system', () => {
    const verdict = verdictOf(input([bm25]));
    expect(verdict).toMatchObject({ kind: 'single', system: 'bm25', questions: 60, latency: 1 });
    expect(verdict.kind === 'single' && verdict.mean).toBeCloseTo(0.5, 1);
  });

  it('refuses a margin below 0 and a baseline that is not there', () => {
    expect(() => verdictOf(input([bm25], { margin: -0.01 }))).toThrow(RangeError);
    expect(() => verdictOf(input([bm25], { margin: NaN }))).toThrow(RangeError);
    expect(() => verdictOf(input([bm25], { baseline: 'gone' }))).toThrow(RangeError);
  });
});

describe('verdictOf: what to use', () => {
  const fast = system('fast', valuesOf(0.7, 0.3, 12), 3);
  const slow = system('slow', valuesOf(0.72, 0.3, 13), 300);

  it('takes the cheaper of those that may be the best', () => {
    const verdict = comparedOf(input([bm25, fast, slow]));
    expect(verdict.best).toEqual(['slow', 'fast']);
    expect(verdict.recommended).toMatchObject({ system: 'fast', latency: 3, reason: 'cheaper' });
    const [slower] = verdict.recommended.slower;
    expect(slower).toMatchObject({ system: 'slow', latency: 300, times: 100 });
    expect(slower!.test).toMatchObject({ finding: 'open', comparisons: 1 });
    expect(slower!.test.difference).toBeCloseTo(0.02, 2);
  });

  it('takes a system that is better by more than the margin, however slow', () => {
    const verdict = comparedOf(input([fast, system('slow', valuesOf(0.9, 0.3, 13), 3000)], { baseline: 'fast' }));
    expect(verdict).toMatchObject({ kind: 'winner', best: ['slow'] });
    expect(verdict.recommended).toMatchObject({ system: 'slow', reason: 'highest', slower: [] });
  });

  it('takes the cheaper where a slower one is better by less than the margin', () => {
    const systems = [bm25, system('fast', valuesOf(0.7, 0.005, 12), 3), system('slow', valuesOf(0.71, 0.005, 13), 300)];
    const verdict = comparedOf(input(systems));
    expect(verdict).toMatchObject({ kind: 'winner', best: ['slow'] });
    expect(verdict.recommended).toMatchObject({ system: 'fast', reason: 'cheaper' });
    expect(verdict.recommended.slower[0]!.test.finding).toBe('better');
    expect(comparedOf(input(systems, { margin: 0.005 })).recommended).toMatchObject({ system: 'slow' });
  });

  it('is never a system that is excluded and not within the margin', () => {
    expect(comparedOf(input([{ ...bm25, latency: 0.01 }, fast, slow])).recommended.system).toBe('fast');
  });
});

describe('verdictOf: the gain over the baseline', () => {
  it('is the paired comparison, by Holm over every system against the baseline', () => {
    const systems = [bm25, system('a', valuesOf(0.56, 0.3, 12)), system('b', valuesOf(0.53, 0.3, 13))];
    const verdict = comparedOf(input(systems));
    expect(verdict.recommended.system).toBe('a');
    const { pairs } = compare({
      measure: 'nDCG@10',
      systems: systems.map(({ id }) => id),
      values: systems.map(({ values }) => values),
      seed: 42,
      resamples: 500,
    });
    const [first, second] = [pairs[0]!, pairs[1]!];
    const gain = verdict.gain!;
    expect(gain.difference).toBeCloseTo(-first.meanDifference, 10);
    expect(gain.interval!.map((end) => end.toFixed(9))).toEqual(
      [...first.ci95.bca!].reverse().map((end) => (-end).toFixed(9)),
    );
    expect(gain.p).toBe(first.p.randomisation);
    const smaller = Math.min(first.p.randomisation!, second.p.randomisation!);
    expect(gain.holm).toBeCloseTo(gain.p === smaller ? 2 * gain.p : Math.max(gain.p!, 2 * smaller), 10);
    expect(gain.holm).toBeGreaterThan(gain.p!);
    expect(gain.comparisons).toBe(2);
  });

  it('is null where the baseline is recommended, or there is none', () => {
    expect(comparedOf(input([bm25, system('a', valuesOf(0.3, 0.3, 12))])).gain).toBeNull();
    expect(comparedOf(input([bm25, system('a', valuesOf(0.8, 0.3, 12))], { baseline: null })).gain).toBeNull();
  });

  it('may be worse, where the baseline is better by less than the margin and slower', () => {
    const verdict = comparedOf(
      input([system('base', valuesOf(0.71, 0.005, 12), 500), system('fast', valuesOf(0.7, 0.005, 13), 2)]),
    );
    expect(verdict.recommended.system).toBe('fast');
    expect(verdict.gain!.finding).toBe('worse');
    expect(verdict.gain!.interval![1]).toBeLessThan(0);
  });
});
