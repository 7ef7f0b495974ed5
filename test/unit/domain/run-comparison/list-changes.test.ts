import { expect, it } from 'vitest';
import { docId, type Ranking } from '../../../../src/base/types';
import { listChanges } from '../../../../src/domain/run-comparison/list-changes';

const list = (text: string): Ranking => [...text].map((id, i) => ({ id: docId(id), score: -i }));

it('says how far lists changed', () => {
  const texts = [
    ['abc', 'abc'],
    ['abc', 'bca'],
    ['abc', 'abx'],
    ['abc', ''],
    ['', ''],
  ] as const;
  const found = listChanges(
    texts.map(([before, after]) => [list(before), list(after)] as const),
    { k: 2 },
  );
  expect(found).toMatchObject({ questions: 5, firstChanged: 2, unchanged: 2 });
  expect([...found.jaccard]).toEqual([1, 1 / 3, 1, 0, 1]);
  expect(found.meanJaccard).toBeCloseTo((3 + 1 / 3) / 5, 12);
  expect(found.meanOverlap).toBeCloseTo([...found.overlap].reduce((sum, each) => sum + each, 0) / 5, 12);
  expect(found.movers.map(({ question }) => question)).toEqual([3, 2, 1]);
  expect(found.movers[0]!.change).toBe(-1);
});

it('has no mean without questions', () => {
  expect(listChanges([], { k: 10 })).toMatchObject({ questions: 0, meanOverlap: NaN, meanJaccard: NaN, movers: [] });
});
