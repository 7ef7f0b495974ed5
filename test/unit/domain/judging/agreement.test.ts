import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import {
  agreementOf,
  judgedIn,
  judgedTwice,
  roundToJudge,
  sampleAgain,
} from '../../../../src/domain/judging/agreement';
import { act } from './make';

const judged = Array.from({ length: 40 }, (_, i) => ({
  query: queryId(`q${i % 4}`),
  place: { doc: docId(`d${i}`), span: null },
}));

describe('the sample that is judged again', () => {
  it('is the same for the same collection and round, whatever order it is drawn from', () => {
    const sample = sampleAgain(judged, 10, 2, 'c');
    expect(sample).toHaveLength(10);
    expect(sampleAgain(judged.toReversed(), 10, 2, 'c')).toEqual(sample);
    expect(sampleAgain(judged, 10, 3, 'c')).not.toEqual(sample);
    expect(sampleAgain(judged, 10, 2, 'other')).not.toEqual(sample);
    expect(sample).not.toEqual(judged.slice(0, 10));
  });

  it('goes on with a round that was begun, and then with the next', () => {
    expect(roundToJudge([act('q', 'a', 1)], 2)).toBe(2);
    const begun = [act('q', 'a', 1), act('q', 'a', 1, { round: 2 })];
    expect(roundToJudge(begun, 2)).toBe(2);
    expect(roundToJudge([...begun, act('q', 'b', 1, { round: 2 })], 2)).toBe(3);
    expect(roundToJudge([...begun, act('q', 'b', 1, { round: 2 }), act('q', 'b', null, { round: 2 })], 2)).toBe(2);
    expect(judgedIn(begun, 2).size).toBe(1);
  });
});

const gradesOf = (...input: Parameters<typeof judgedTwice>) =>
  judgedTwice(...input).map(({ first, second }) => [first, second]);

describe('what is judged twice', () => {
  it('is a later round on a place with the judgment that stood then', () => {
    const acts = [act('q', 'a', 1), act('q', 'b', 0), act('q', 'a', 2), act('q', 'a', 3, { round: 2 })];
    expect(gradesOf(acts, [])).toEqual([[2, 3]]);
  });

  it('does not agree the better for a correction that follows', () => {
    const acts = [act('q', 'a', 1), act('q', 'a', 3, { round: 2 }), act('q', 'a', 3)];
    expect(gradesOf(acts, [])).toEqual([[1, 3]]);
  });

  it('counts each round, the last act of it, and none that was taken back', () => {
    const acts = [
      act('q', 'a', 1),
      act('q', 'a', 0, { round: 2 }),
      act('q', 'a', 1, { round: 2 }),
      act('q', 'a', 2, { round: 3 }),
      act('q', 'b', 1),
      act('q', 'b', 1, { round: 2 }),
      act('q', 'b', null, { round: 2 }),
    ];
    expect(gradesOf(acts, [])).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it('takes imported judgments for the first judging, and keeps parts of a document apart', () => {
    const span = { start: 0, end: 9 };
    const judgments = [
      { query: queryId('q'), doc: docId('a'), grade: 2 },
      { query: queryId('q'), doc: docId('a'), grade: 1, span },
    ];
    expect(gradesOf([act('q', 'a', 0, { round: 2, span })], judgments)).toEqual([[1, 0]]);
    expect(gradesOf([act('q', 'c', 0, { round: 2 })], judgments)).toEqual([]);
  });

  it('gives agreement on the scale of the grades that were given, without negative ones', () => {
    const acts = [
      ...['a', 'b', 'c', 'd'].map((doc, i) => act('q', doc, i % 2)),
      ...['a', 'b', 'c', 'd'].map((doc, i) => act('q', doc, i === 3 ? 0 : i % 2, { round: 2 })),
    ];
    const told = agreementOf(judgedTwice(acts, []));
    expect(told).toMatchObject({ items: 4, observed: 0.75, kappa: 0.5 });
    expect(told.confusion).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect(agreementOf(judgedTwice([act('q', 'a', -1), act('q', 'a', 1, { round: 2 })], [])).items).toBe(0);
  });
});
