import { expect, it } from 'vitest';
import { docId, queryId } from '../../../../../src/base/types';
import { NO_JUDGES } from '../../../../../src/domain/judging/merge/judges';
import { mergeSummary } from '../../../../../src/domain/judging/merge/summary';

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
