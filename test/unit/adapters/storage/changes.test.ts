import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import { createStorage } from '../../../../src/adapters/storage/storage';
import type { StoragePort, StoredChange } from '../../../../src/contract/storage';
import type { BlindComparison } from '../../../../src/domain/learning/blind-comparison';
import { queryId } from '../../../../src/base/types';
import { act } from '../../domain/judging/make';
import { madeUp } from '../../workbench/workshop';
import { recordOf } from './make';

const record = recordOf('a');

let opened = 0;
/** Two tabs: two connections to one database, each with a channel of its own. */
let tabs: readonly [StoragePort, StoragePort];
beforeEach(async () => {
  const name = `changes-${opened++}`;
  tabs = [createStorage(await openDatabase(name)), createStorage(await openDatabase(name))];
});

it('tells other tabs what was written, when it can be read, and not the tab that wrote it', async () => {
  const [one, other] = tabs;
  const heard: StoredChange[] = [];
  const read: Promise<unknown>[] = [];
  const own = vi.fn();
  one.onChange(own);
  other.onChange((change) => {
    heard.push(change);
    read.push(other.collections.get('a').then((kept) => kept?.name ?? null));
  });
  await one.collections.add(record, madeUp(3, 3));
  await one.collections.rename('a', 'b');
  await one.questions.save('a', 0, { queries: [], judgments: [] }, {});
  await one.questions.addActs('a', [act('q0', 'd0', 1)]);
  await one.annotations.change('a', { kind: 'note', query: queryId('q0'), note: 'n' });
  await one.runNotes.change('a', { kind: 'pin', run: 'r' });
  await one.judgingPlan.change('a', {
    queue: 'questions',
    seed: 's',
    measure: 'P@5',
    depth: 5,
    systems: ['x', 'y'],
    pair: ['x', 'y'],
    completed: [queryId('q0')],
  });
  await one.automaticJudges.change('a', { kind: 'remove', name: 'n' });
  await one.blindComparisons.reveal('a', 'c', { at: 1, lists: 0 }).catch(() => undefined);
  await one.blindComparisons.add('a', { id: 'c', revealed: null } as BlindComparison);
  await one.artifacts.put('a', 'key', {});
  await one.collections.remove('a');
  await vi.waitFor(() => expect(heard.at(-1)!.what).toBe('removed'));
  expect(heard.map(({ what }) => what).join(' ')).toBe(
    'added renamed questions acts annotations run-notes judging-plan automatic-judges blind-comparisons removed',
  );
  expect(heard.every(({ collection }) => collection === 'a')).toBe(true);
  expect((await Promise.all(read)).at(-1)).toBeNull();
  expect(own).not.toHaveBeenCalled();
});

it('tells nothing of what was refused, and nothing to those that have stopped listening', async () => {
  const [one, other] = tabs;
  const heard: StoredChange[] = [];
  const stopped = vi.fn();
  other.onChange((change) => heard.push(change));
  other.onChange(stopped)();
  await expect(one.collections.rename('a', 'b')).rejects.toMatchObject({ code: 'collection-missing' });
  await one.collections.add(record, madeUp(3, 3));
  await vi.waitFor(() => expect(heard).toEqual([{ collection: 'a', what: 'added' }]));
  expect(stopped).not.toHaveBeenCalled();
});

it('a connection that was closed by a newer version says so', async () => {
  const [one] = tabs;
  const opening = indexedDB.open(`changes-${opened - 1}`, 99);
  await new Promise((resolve) => (opening.onsuccess = resolve));
  opening.result.close();
  await expect(one.collections.list()).rejects.toMatchObject({ code: 'storage-closed' });
  await expect(one.collections.add(record, madeUp(1, 1))).rejects.toMatchObject({
    data: { database: 'documents' },
  });
});
