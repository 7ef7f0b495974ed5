import { describe, expect, it } from 'vitest';
import { ArmScores } from '../../../../src/domain/learning/arm-scores';
import { interleave } from '../../../../src/domain/learning/interleaving/interleave';
import { uniform } from '../../../../src/domain/statistics/random';

const PASSAGES = [...'abcdefgh'];
/** The last one ranks as nobody else does. */
const RANKINGS = new Map([
  ['one', PASSAGES.map((passage) => [passage])],
  ['near', [...'bacdefgh'].map((passage) => [passage])],
  ['reversed', PASSAGES.toReversed().map((passage) => [passage])],
]);
const ARMS = [...RANKINGS.keys()];
const systemOf = (id: string) => ({ id, ranking: RANKINGS.get(id)! });

/** A list of the first two; the third one is not on it. */
const listOf = (seed: number, depth = 5) => {
  const list = interleave({ method: 'probabilistic', systems: ['one', 'near'].map(systemOf), depth, seed });
  return { ...list, others: [systemOf('reversed')] };
};

describe('scores of arms', () => {
  it('say of an arm that was on no list that it has first what is marked', () => {
    const scores = new ArmScores(ARMS);
    // Of what is shown, the third one has last places first.
    for (let seed = 0; seed < 60; seed++) {
      const list = listOf(seed);
      scores.add({ list, marks: [[...list.shown].sort().at(-1)!] });
    }
    expect(scores.ahead('reversed', 'one')).toBeGreaterThan(2);
    expect(scores.ahead('one', 'reversed')).toBe(-scores.ahead('reversed', 'one'));
    const listed = new ArmScores(ARMS);
    const { others: _, ...list } = listOf(1);
    listed.add({ list, marks: ['a'] });
    expect(listed.ahead('one', 'reversed')).toBe(0);
    expect(listed.ahead('one', 'near')).toBeGreaterThan(0);
  });

  it('do not take for a taste that first places are looked at more, as marks less their mean do', () => {
    const random = uniform(4);
    const scores = new ArmScores(ARMS);
    let [next, naive, squares] = [0, 0, 0];
    const read = (lists: number): { readonly own: number; readonly naive: number } => {
      for (let seed = next; seed < lists; seed++) {
        const list = listOf(seed);
        const marks = list.shown.filter((_, place) => random() * (place + 1) < 0.7);
        scores.add({ list, marks });
        const difference = list.shown.reduce((sum, passage) => {
          const surprise = Number(marks.includes(passage)) - marks.length / list.shown.length;
          return sum + surprise * (1 / (1 + PASSAGES.indexOf(passage)) - 1 / (8 - PASSAGES.indexOf(passage)));
        }, 0);
        naive += difference;
        squares += difference ** 2;
      }
      next = lists;
      return { own: scores.ahead('one', 'reversed'), naive: naive / Math.sqrt(squares) };
    };
    const [early, late] = [read(500), read(6000)];
    expect(late.naive).toBeGreaterThan(3 * early.naive);
    // What the even spread of the beginning left is lost in time.
    expect(late.own).toBeLessThan(early.own);
    expect(late.own).toBeLessThan(late.naive / 5);
  });

  it('are 0 of lists without a mark, and nearly so where all is marked', () => {
    const scores = new ArmScores(ARMS);
    for (let seed = 0; seed < 5; seed++) scores.add({ list: listOf(seed), marks: [] });
    expect(scores.ahead('one', 'reversed')).toBe(0);
    for (let seed = 0; seed < 5; seed++) scores.add({ list: listOf(seed), marks: listOf(seed).shown });
    expect(Math.abs(scores.ahead('one', 'reversed'))).toBeLessThan(1e-9);
  });

  it('are of an arm that all rank alike the same for all', () => {
    const scores = new ArmScores(['x', 'y']);
    const list = interleave({
      method: 'probabilistic',
      systems: ['x', 'y'].map((id) => ({ id, ranking: RANKINGS.get('one')! })),
      depth: 5,
      seed: 3,
    });
    scores.add({ list, marks: ['a'] });
    expect(scores.ahead('x', 'y')).toBe(0);
  });
});
