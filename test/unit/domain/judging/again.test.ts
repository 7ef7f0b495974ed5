import { describe, expect, it } from 'vitest';
import { judgedIn, roundToJudge, sampleAgain } from '../../../../src/domain/judging/again';
import { docId, queryId } from '../../../../src/base/types';
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
