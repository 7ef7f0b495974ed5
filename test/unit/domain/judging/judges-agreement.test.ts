import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../../../src/base/types';
import { alphasOf, judgesAgreement, mergeSummary } from '../../../../src/domain/judging/judges-agreement';
import { type JudgedByMany, NO_JUDGES } from '../../../../src/domain/judging/judges';

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

it('says what judgments were merged from, and names nobody', () => {
  const grade = (query: string, grade: number) => ({ query: queryId(query), doc: docId('d'), grade, file: 0 });
  const judge = (name: string, ...grades: readonly number[]) => ({
    name,
    files: [`${name}.csv`],
    grades: grades.map((each, i) => grade(`q${i}`, each)),
  });
  const judges = { ...NO_JUDGES, judges: [judge('Anna', 0, 1, 2, 0), judge('Ben', 0, 1, 1)] };
  const summary = mergeSummary(judges, [])!;
  expect(summary).toMatchObject({ judges: 2, rule: 'majority-lower', own: 'decides', places: 4, judgedTwice: 3 });
  expect(summary.alpha).toBeGreaterThan(0);
  expect(JSON.stringify(summary)).not.toMatch(/Anna|Ben|csv/);
  expect(mergeSummary(NO_JUDGES, [])).toBeNull();
  expect(mergeSummary(null, [])).toBeNull();
});
