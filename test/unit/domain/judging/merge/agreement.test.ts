import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../../src/base/types';
import { alphasOf, judgesAgreement } from '../../../../../src/domain/judging/merge/agreement';
import type { JudgedByMany } from '../../../../../src/domain/judging/merge/opinions';

const place = (query: string, doc: string, ...grades: readonly number[]): JudgedByMany => ({
  query: queryId(query),
  doc: docId(doc),
  span: null,
  opinions: grades.map((grade, i) => ({ source: { judge: `J${i}` }, grade, reason: '' })),
  decided: null,
});

describe('agreement of judges', () => {
  it('counts the passages that two judged, and leaves out those with one grade and grades below 0', () => {
    const found = judgesAgreement([
      place('q1', 'd1', 2, 2),
      place('q1', 'd2', 0, 1, 0),
      place('q2', 'd1', 3),
      place('q3', 'd1', -1, 1),
    ]);
    expect(found).toMatchObject({ places: 2, questions: 1, same: 1 });
    expect(found.sources).toEqual([{ judge: 'J0' }, { judge: 'J1' }, { judge: 'J2' }]);
  });

  it('has no α and no interval where all grades are the same, or nothing was judged twice', () => {
    const none = { alpha: null, interval: null };
    expect(judgesAgreement([place('q1', 'd1', 1, 1), place('q2', 'd1', 1, 1)]).alphas.ordinal).toEqual(none);
    expect(judgesAgreement([]).alphas.nominal).toEqual(none);
  });

  it('has no interval of one question, and none where most resamples have one grade alone', () => {
    expect(judgesAgreement([place('q1', 'd1', 0, 1), place('q1', 'd2', 2, 2)]).alphas.interval.interval).toBeNull();
    const rare = Array.from({ length: 30 }, (_, i) => place(`q${i}`, 'd1', i === 0 ? 1 : 0, 0));
    expect(judgesAgreement(rare).alphas.nominal.interval).toBeNull();
  });

  it('is the same every time', () => {
    const questions = Array.from({ length: 8 }, (_, i) => [[i % 3, (i * i) % 3]]);
    expect(alphasOf(questions, 5, 200)).toEqual(alphasOf(questions, 5, 200));
  });
});
