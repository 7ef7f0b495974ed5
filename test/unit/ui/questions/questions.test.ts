import { describe, expect, it, vi } from 'vitest';
import type { CollectionRecord, Questions } from '../../../../src/contract/storage';
import { docId, queryId } from '../../../../src/base/types';
import { QuestionsState } from '../../../../src/ui/questions/questions.svelte';

const record = { id: 'c' } as unknown as CollectionRecord;
const questions = {
  queries: [{ id: queryId('q1'), text: 'one' }],
  judgments: [{ query: queryId('q1'), doc: docId('d'), grade: 1 }],
};

function opened(of: Questions = questions) {
  const save = vi.fn(() => Promise.resolve(record));
  const state = new QuestionsState({ questions: { save } }, 'c', vi.fn(), new AbortController().signal);
  state.load(of);
  return { state, save, saved: () => state.save(() => 'a text') };
}

describe('questions', () => {
  it('are not saved while a problem is to be fixed, which is opened', async () => {
    const { state, save, saved } = opened();
    expect(state.changed).toBe(false);
    state.add();
    state.open(null);
    await saved();
    expect(save).not.toHaveBeenCalled();
    expect(state.openQuestion?.isNew).toBe(true);
    expect(state.problems.map((problem) => problem.field)).toEqual(['text']);
  });

  it('are saved as they were changed', async () => {
    const { state, save, saved } = opened();
    state.judge(state.draft![0]!, { doc: 'd' }, '2');
    state.judge(state.draft![0]!, { doc: 'e' }, '0');
    await saved();
    const judgments = [
      { query: 'q1', doc: 'd', grade: 2 },
      { query: 'q1', doc: 'e', grade: 0 },
    ];
    expect(save).toHaveBeenCalledWith('c', { queries: questions.queries, judgments }, questions);
    expect(state.changed).toBe(false);
  });

  const elsewhere = { queries: [{ id: queryId('q0'), text: 'new' }, ...questions.queries], judgments: [] };

  it('that another tab saved are shown, with the question open that was open', () => {
    const { state } = opened();
    state.open(0);
    state.refresh(elsewhere);
    expect(state.draft!.map(({ id }) => id)).toEqual(['q0', 'q1']);
    expect(state.openQuestion!.id).toBe('q1');
    expect(state.saving.failure).toBeNull();
  });

  it('that another tab saved do not replace a draft, which says so and is saved as of what it was made of', async () => {
    const { state, save, saved } = opened();
    state.edit(0, { text: 'mine' });
    state.refresh(elsewhere);
    expect(state.draft!.map(({ text }) => text)).toEqual(['mine']);
    await vi.waitFor(() => expect(state.saving.failure).not.toBeNull());
    expect(state.saving.failure!.message).toMatch(/saved in another tab/);
    await saved();
    expect(save).toHaveBeenCalledWith('c', expect.anything(), questions);
  });

  it('change their split alone, and lose it, with all else that is known of them', async () => {
    const kept = { id: queryId('q1'), text: 'one', answer: 'yes', origin: 'written', split: 'development' } as const;
    const others = { id: queryId('q2'), text: 'two', split: 'train' } as const;
    const { state, save, saved } = opened({ queries: [kept, others], judgments: [] });
    const { split: _, ...without } = kept;
    for (const [split, query] of [
      ['test', { ...kept, split: 'test' }],
      [null, without],
    ] as const) {
      state.assign(0, split);
      expect(state.changed).toBe(true);
      await saved();
      const after = expect.objectContaining({ queries: [query, others] }) as unknown;
      expect(save).toHaveBeenLastCalledWith('c', after, expect.anything());
    }
  });
});
