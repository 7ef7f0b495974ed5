import { describe, expect, it } from 'vitest';
import { agreementOf, judgedTwice } from '../../../../src/domain/judging/agreement';
import { docId, queryId } from '../../../../src/base/types';
import { act } from './make';

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
