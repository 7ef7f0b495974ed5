import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { openDatabase } from '../../../../src/adapters/storage/schema';
import { createStorage } from '../../../../src/adapters/storage/storage';
import { madeUp } from '../../workbench/workshop';
import { recordOf as record } from './make';
import { db, storage } from './opened';

describe('annotations', () => {
  const tag = (of: string, query: string) => ({ kind: 'tag', queries: [queryId(query)], tag: of }) as const;

  it('are kept by collection', async () => {
    await storage.collections.add(record('a'), madeUp(3, 3));
    await storage.collections.add(record('b'), madeUp(3, 3));
    expect(await storage.annotations.get('a')).toEqual({ questions: {}, sets: [] });
    const kept = await storage.annotations.change('a', tag('typo', 'q0'));
    expect(kept.questions).toEqual({ q0: { tags: ['typo'], note: '' } });
    expect(await storage.annotations.get('a')).toEqual(kept);
    expect((await storage.annotations.get('b')).questions).toEqual({});
  });

  it('of several tabs at once are all kept', async () => {
    await storage.collections.add(record('a'), madeUp(3, 3));
    const other = createStorage(await openDatabase(db.name));
    await Promise.all([
      storage.annotations.change('a', tag('one', 'q0')),
      other.annotations.change('a', tag('two', 'q0')),
      storage.annotations.change('a', { kind: 'save-set', set: { name: 's', filter: 'f' } }),
    ]);
    const { questions, sets } = await other.annotations.get('a');
    expect([...questions[queryId('q0')]!.tags].sort()).toEqual(['one', 'two']);
    expect(sets).toHaveLength(1);
  });
});

it('notes of runs are kept by collection, beside the annotations', async () => {
  await storage.collections.add(record('a'), madeUp(3, 3));
  await storage.runNotes.change('a', { kind: 'describe', run: 'r', note: { name: 'First' } });
  await storage.annotations.change('a', { kind: 'save-set', set: { name: 's', filter: 'f' } });
  await storage.runNotes.change('a', { kind: 'pin', run: 'r' });
  expect(await storage.runNotes.get('a')).toEqual({
    runs: { r: { name: 'First', note: '', tags: [] } },
    baseline: 'r',
  });
  expect(await storage.runNotes.get('b')).toEqual({ runs: {}, baseline: null });
  expect((await storage.annotations.get('a')).sets).toHaveLength(1);
});

it('the plan of judging is none before judging began, the last of several that were kept, and deleted with its collection', async () => {
  const pair = ['bm25', 'lsi'] as const;
  const rest = { seed: 's', measure: 'nDCG@10', depth: 10, systems: pair, pair, sample: 6, completed: [queryId('q0')] };
  await storage.collections.add(record('a'), madeUp(3, 3));
  expect(await storage.judgingPlan.get('a')).toBeNull();
  for (const queue of ['questions', 'informative'] as const) await storage.judgingPlan.change('a', { queue, ...rest });
  expect(await storage.judgingPlan.get('a')).toEqual({ queue: 'informative', ...rest });
  expect(await storage.judgingPlan.get('b')).toBeNull();
  await storage.collections.remove('a');
  expect(await storage.judgingPlan.get('a')).toBeNull();
});
