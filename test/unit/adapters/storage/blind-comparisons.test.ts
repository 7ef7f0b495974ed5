import { beforeEach, expect, it } from 'vitest';
import { createStorage } from '../../../../src/adapters/storage/storage';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import type { BlindComparison, BlindList } from '../../../../src/domain/learning/blind-comparison';
import { madeUp } from '../../workbench/workshop';
import { recordOf } from './make';
import { db, storage } from './opened';

beforeEach(async () => {
  for (const id of ['a', 'ab']) await storage.collections.add(recordOf(id), madeUp(3, 3));
});

const comparison = (id: string, createdAt = 1): BlindComparison =>
  ({ id, createdAt, revealed: null }) as BlindComparison;
const list = (text: string): BlindList =>
  ({ question: { id: null, text }, marks: [], shownAt: 1, doneAt: null }) as unknown as BlindList;
const texts = async (id: string, collection = 'a'): Promise<string[]> =>
  (await storage.blindComparisons.lists(collection, id)).map(({ question }) => question.text);

it('comparisons come back newest first, each with its own lists in order, by collection', async () => {
  const { blindComparisons: blind } = storage;
  await blind.add('a', comparison('x', 1));
  await blind.add('a', comparison('xy', 2));
  await blind.add('ab', comparison('x', 3));
  for (let number = 0; number < 12; number++) await blind.addList('a', 'x', number, list(`x${number}`));
  await blind.addList('a', 'xy', 0, list('xy0'));
  await storage.artifacts.put('a', 'blinds', { other: true });
  expect((await blind.all('a')).map(({ id }) => id)).toEqual(['xy', 'x']);
  // Ten comes after nine, and a longer name is another comparison.
  expect(await texts('x')).toEqual(Array.from({ length: 12 }, (_, i) => `x${i}`));
  expect(await texts('x', 'ab')).toEqual([]);
  await storage.collections.remove('a');
  expect(await blind.all('a')).toEqual([]);
  expect(await blind.all('ab')).toHaveLength(1);
});

it('of two tabs one shows a list and finishes it; the other is refused, and nothing is overwritten', async () => {
  const other = createStorage(await openDatabase(db.name)).blindComparisons;
  const { blindComparisons: blind } = storage;
  await blind.add('a', comparison('x'));
  const both = await Promise.allSettled([
    blind.addList('a', 'x', 0, list('one')),
    other.addList('a', 'x', 0, list('two')),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await texts('x')).toEqual(['one']);
  await blind.mark('a', 'x', 0, { marks: ['d1'], doneAt: null });
  await blind.mark('a', 'x', 0, { marks: ['d1', 'd2'], doneAt: 5 });
  await expect(other.mark('a', 'x', 0, { marks: [], doneAt: 6 })).rejects.toMatchObject({
    code: 'changed-elsewhere',
    data: { what: 'blind-list' },
  });
  await expect(blind.mark('a', 'x', 1, { marks: [], doneAt: 6 })).rejects.toMatchObject({ code: 'changed-elsewhere' });
  expect(await other.lists('a', 'x')).toMatchObject([{ marks: ['d1', 'd2'], doneAt: 5 }]);
});

it('a comparison is fixed once it is there; of its names only the first look is noted', async () => {
  const { blindComparisons: blind } = storage;
  await blind.add('a', comparison('x', 1));
  await blind.add('a', comparison('x', 2));
  await blind.reveal('a', 'x', { at: 3, lists: 4 });
  await blind.reveal('a', 'x', { at: 5, lists: 6 });
  expect(await blind.all('a')).toEqual([{ ...comparison('x', 1), revealed: { at: 3, lists: 4 } }]);
  await expect(blind.reveal('a', 'none', { at: 1, lists: 1 })).rejects.toMatchObject({ code: 'changed-elsewhere' });
  await expect(blind.add('gone', comparison('x'))).rejects.toMatchObject({ code: 'collection-missing' });
});
