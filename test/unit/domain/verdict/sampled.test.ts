import { describe, expect, it } from 'vitest';
import type { SampledFigures } from '../../../../src/domain/evidence/sampled-columns';
import type { SampledQuestions } from '../../../../src/domain/verdict/types';
import { decidingInput, differenceRange, estimateOf, unsampled } from '../../../../src/domain/verdict/inference';
import { verdictOf } from '../../../../src/domain/verdict/verdict';
import { input, system, valuesOf } from './input';

const QUESTIONS = 150;
const sampled = (changes: Partial<SampledFigures> = {}): SampledQuestions => ({
  queue: 'passages',
  seed: 's',
  complete: QUESTIONS,
  of: 2 * QUESTIONS,
  order: [...Array(QUESTIONS).keys()],
  sample: {
    passages: 3,
    kinds: { 'nDCG@10': 'ratio', 'P@10': 'unbiased', 'MRR@10': null },
    ranges: { 'nDCG@10': [-1.5, 1.5], 'P@10': [-1.2, 1.2] },
    planned: ['a', 'b'],
    ...changes,
  },
});
const values = (difference: number, seed: number) => valuesOf(0.4 + difference, 0.3, seed, QUESTIONS);

describe('the verdict while passages are sampled', () => {
  it('decides by the unbiased sums of a ratio, and shows its own means', () => {
    // By the biased ratio a is better; by the sums b is.
    const systems = [
      system('a', values(0.3, 1), 1, { sums: values(0, 1) }),
      system('b', values(0, 5), 1, { sums: values(0.25, 5) }),
    ];
    const verdict = verdictOf(input(systems, { judging: sampled() }));
    expect(verdict).toMatchObject({ kind: 'winner', best: ['b'], estimate: 'ratio', margin: 0.02 });
    if (!('gain' in verdict)) throw new Error('no verdict');
    expect(verdict.gain!.difference).toBeCloseTo(0.25, 6);
    expect(verdict.gain!.anytime).toBe(true);
    expect(verdict.systems[0]!.mean).toBeCloseTo(0.4, 1);
    expect(verdict.badges.judgments).toMatchObject({ cause: 'sampled', state: 'ok', alone: [] });
  });

  it('calls nothing equivalent by the margin of another measure', () => {
    const own = values(0, 1);
    const systems = [
      system('a', own, 1, { sums: own }),
      system(
        'b',
        own.map((v) => v + 1e-4),
        1,
        { sums: own.map((v, i) => v + (i % 2 ? 1e-4 : -1e-4)) },
      ),
    ];
    const judging = sampled();
    expect(verdictOf(input(systems, { judging, margin: 0.5 })).kind).toBe('tie');
    // With unbiased estimates of the measure itself the margin holds.
    const unbiased = verdictOf(input(systems, { judging, measure: 'P@10', margin: 0.5 }));
    expect(unbiased).toMatchObject({ kind: 'equivalent', estimate: 'unbiased' });
  });

  it('takes the range of the estimates, which is wider than that of the measure', () => {
    const beyond = values(0, 1).map((value, i) => (i === 3 ? -0.1 : value));
    const other = values(0, 2).map((value, i) => (i === 3 ? 1.05 : value));
    const systems = [system('a', beyond), system('b', other)];
    expect(verdictOf(input(systems, { judging: sampled(), measure: 'P@10' })).kind).not.toBe('none');
    expect(differenceRange({ measure: 'P@10', judging: sampled() })).toEqual([-1.2, 1.2]);
    expect(differenceRange({ measure: 'P@10' })).toEqual([-1, 1]);
    expect(differenceRange({ measure: 'NumRel' })).toBeNull();
  });

  it('says why there is none: the measure, or systems outside of the plan', () => {
    const systems = [system('a', values(0, 1)), system('b', values(0, 2))];
    expect(verdictOf(input(systems, { judging: sampled(), measure: 'MRR@10' }))).toMatchObject({
      kind: 'none',
      reason: 'unsampled',
    });
    const more = [...systems, system('c', values(0, 3)), system('d', new Float64Array(QUESTIONS).fill(NaN))];
    const judging = sampled({ planned: ['a', 'b', 'd'] });
    expect(verdictOf(input(more, { judging }))).toMatchObject({ kind: 'none', reason: 'pool', outside: ['c', 'd'] });
    expect(unsampled(input(systems))).toBeNull();
    const { sample: none, ...before } = sampled();
    void none;
    expect(verdictOf(input(systems, { judging: before }))).toMatchObject({ kind: 'none', reason: 'passages' });
  });

  it('leaves complete figures as they are', () => {
    const given = input([system('a', values(0, 1)), system('b', values(0, 2))]);
    expect(decidingInput(given)).toBe(given);
    expect(estimateOf(given)).toBeNull();
    expect(verdictOf(given)).not.toHaveProperty('estimate');
  });
});
