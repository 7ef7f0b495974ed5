import { describe, expect, it } from 'vitest';
import { plannedAlways, plannedOnce } from '../../../../src/domain/planning/planning';
import type { SampledQuestions, VerdictInput } from '../../../../src/domain/verdict/types';
import { verdictOf } from '../../../../src/domain/verdict/verdict';
import { input, system, valuesOf } from './input';

const judging = (questions: number, rest: Partial<SampledQuestions> = {}): SampledQuestions => ({
  queue: 'questions',
  seed: 's',
  complete: questions,
  of: 2 * questions,
  order: [...Array(questions).keys()],
  ...rest,
});

const pair = (difference: number, questions: number, seed = 5): VerdictInput['systems'] => [
  system('a', valuesOf(0.4, 0.3, 1, questions)),
  system('b', valuesOf(0.4 + difference, 0.3, seed, questions)),
];

describe('the verdict while questions are judged in random order', () => {
  it('names a winner by a confidence sequence, and says that it holds at every look', () => {
    const verdict = verdictOf(input(pair(0.15, 150), { judging: judging(150) }));
    expect(verdict).toMatchObject({
      kind: 'winner',
      best: ['b'],
      judging: { queue: 'questions', complete: 150, of: 300 },
    });
    expect(verdict).toMatchObject({ gain: { anytime: true, p: null, holm: null, finding: 'better' } });
  });

  it('predicts the questions of its own confidence sequence, not of a test that is read once, and calls nothing detectable', () => {
    const systems = pair(0.01, 80);
    const verdict = verdictOf(input(systems, { judging: judging(80) }));
    if (!('badges' in verdict)) throw new Error('no verdict');
    const { planned, detectable } = verdict.badges.questions;
    expect(detectable).toBeNull();
    const [a, b] = systems.map(({ values }) => values);
    const differences = (planned!.system === 'a' ? a! : b!).map(
      (value, q) => value - (planned!.system === 'a' ? b! : a!)[q]!,
    );
    const asked = { margin: 0.02, range: [-1, 1] as const, alpha: 0.05, seed: 42 };
    const expected = plannedAlways({ differences, ...asked })!;
    expect(planned!.questions / expected.questions).toBeCloseTo(1, 1);
    expect(planned!.questions).not.toBe(plannedOnce({ differences, margin: 0.02 })!.questions);
  });

  it('does not depend on the positions of the questions, only on the order in which they are judged', () => {
    const questions = 120;
    const systems = pair(0.1, questions);
    const reversed = systems.map((each) => ({ ...each, values: each.values.slice().reverse() }));
    const order = [...Array(questions).keys()].reverse();
    const forward = verdictOf(input(systems, { judging: judging(questions) }));
    const backward = verdictOf(input(reversed, { judging: judging(questions, { order }) }));
    expect(backward).toMatchObject({ kind: forward.kind });
    if (!('gain' in forward) || !('gain' in backward)) throw new Error('no verdict');
    expect(backward.gain!.interval).toEqual(forward.gain!.interval);
  });

  it('is no verdict where values have no range', () => {
    expect(verdictOf(input(pair(0.3, 60), { measure: 'num_ret', judging: judging(60) }))).toMatchObject({
      kind: 'none',
    });
  });
});
