import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../../src/base/types';
import { TimeBudget, TIMED_QUESTIONS, timedQuestions } from '../../../../../src/workbench/run/latency/protocol';

const questions = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: queryId(`q${i}`), text: `text ${i}` }));

describe('the questions that are timed', () => {
  it('are thirty, or all of fewer, each once', () => {
    const chosen = timedQuestions(questions(500));
    expect(new Set(chosen).size).toBe(TIMED_QUESTIONS);
    expect([...timedQuestions(questions(4))].sort()).toEqual([0, 1, 2, 3]);
  });

  it('do not follow the order of the questions', () => {
    const all = questions(500);
    const texts = (queries: typeof all) => timedQuestions(queries).map((place) => queries[place]!.text);
    expect(texts([...all].reverse())).toEqual(texts(all));
    expect(timedQuestions(all)).not.toEqual([...timedQuestions(all)].sort((a, b) => a - b));
    expect(timedQuestions(all, 7)).not.toEqual(timedQuestions(all));
  });

  it('stay as they are where one is added, but for one at most', () => {
    const before = new Set(timedQuestions(questions(500)));
    const after = timedQuestions(questions(501));
    expect(after.filter((place) => !before.has(place)).length).toBeLessThanOrEqual(1);
  });
});

describe('the time budget', () => {
  const clocked = (stages: number, total: number) => {
    const clock = { now: 0 };
    return { clock, budget: new TimeBudget(stages, total, () => clock.now) };
  };
  /** How many questions of so many milliseconds are timed. */
  const timed = (more: (timed: number) => boolean, clock: { now: number }, each: number): number => {
    let count = 0;
    for (; count < 1000 && more(count); count++) clock.now += each;
    return count;
  };

  it('gives each stage its share of what is left', () => {
    const { clock, budget } = clocked(2, 1000);
    expect(timed(budget.next(), clock, 10)).toBe(50);
    expect(timed(budget.next(), clock, 10)).toBe(50);
  });

  it('gives what a fast stage did not take to the next', () => {
    const { clock, budget } = clocked(2, 1000);
    const more = budget.next();
    for (let i = 0; i < 30 && more(i); i++) clock.now++;
    expect(timed(budget.next(), clock, 10)).toBe(97);
  });

  it('times three questions, however long they take', () => {
    const { clock, budget } = clocked(2, 1000);
    expect(timed(budget.next(), clock, 60_000)).toBe(3);
    expect(timed(budget.next(), clock, 60_000)).toBe(3);
  });
});
