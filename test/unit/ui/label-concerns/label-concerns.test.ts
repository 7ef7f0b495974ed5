import { describe, expect, it, vi } from 'vitest';
import { docId, queryId, type Judgment } from '../../../../src/base/types';
import type { CollectionRecord, Questions } from '../../../../src/contract/storage';
import type { LabelConcern } from '../../../../src/domain/documents/stale-labels';
import { LabelConcernsState } from '../../../../src/ui/label-concerns/label-concerns.svelte';

const q = queryId('q');
const judgment = (doc: string, grade: number): Judgment => ({ query: q, doc: docId(doc), grade });
const concern: LabelConcern = { key: 'k', query: q, reason: 'duplicate', judgments: [], stale: null };

function opened() {
  let kept: Questions = { queries: [{ id: q, text: '?' }], judgments: [judgment('a', 1), judgment('b', 1)] };
  const settled = new Set<string>();
  const concerns = () => Promise.resolve(settled.has('k') || kept.judgments.length < 2 ? [] : [concern]);
  const questions = {
    labelConcerns: vi.fn(concerns),
    settleConcern: (_: string, key: string, isSettled: boolean) => {
      if (isSettled) settled.add(key);
      else settled.delete(key);
      return concerns();
    },
    read: () => Promise.resolve(kept),
    save: (_: string, edited: Questions) => {
      kept = edited;
      return Promise.resolve({} as CollectionRecord);
    },
  };
  const changed = vi.fn(() => Promise.resolve());
  const state = new LabelConcernsState({ questions }, 'c', changed, new AbortController().signal);
  return { state, changed, judged: () => kept.judgments.map(({ doc }) => doc) };
}

describe('judgments to check', () => {
  it('are kept as they are, and that is undone', async () => {
    const { state, judged } = opened();
    await state.load();
    await state.settle(concern);
    expect([state.all, state.last?.kind]).toEqual([[], 'settled']);
    await state.undo();
    expect([state.all, state.last, judged()]).toEqual([[concern], null, ['a', 'b']]);
  });

  it('are removed, one alone, and that is undone', async () => {
    const { state, changed, judged } = opened();
    await state.load();
    await state.remove(judgment('a', 1));
    expect([state.all, judged(), changed.mock.calls.length]).toEqual([[], ['b'], 1]);
    await state.undo();
    expect([state.all, judged().sort(), changed.mock.calls.length]).toEqual([[concern], ['a', 'b'], 2]);
  });
});
