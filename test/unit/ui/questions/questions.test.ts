import { describe, expect, it, vi } from 'vitest';
import type { CollectionRecord } from '../../../../src/contract/storage';
import { queryId } from '../../../../src/base/types';
import { QuestionsState } from '../../../../src/ui/questions/questions.svelte';

const record = { id: 'c' } as unknown as CollectionRecord;

const { signal } = new AbortController();

describe('questions that another tab saved', () => {
  const questions = { queries: [{ id: queryId('q1'), text: 'one' }], judgments: [] };
  const saved = { queries: [{ id: queryId('q0'), text: 'new' }, ...questions.queries], judgments: [] };

  it('are shown, with the question open that was open', () => {
    const state = new QuestionsState({ questions: { save: vi.fn() } }, 'c', vi.fn(), signal);
    state.load(questions);
    state.open(0);
    state.refresh(saved);
    expect(state.draft!.map(({ id }) => id)).toEqual(['q0', 'q1']);
    expect(state.openQuestion!.id).toBe('q1');
    expect(state.saving.failure).toBeNull();
  });

  it('do not replace a draft, which says so and is saved as of what it was made of', async () => {
    const saveQuestions = vi.fn(() => Promise.resolve(record));
    const state = new QuestionsState({ questions: { save: saveQuestions } }, 'c', vi.fn(), signal);
    state.load(questions);
    state.edit(0, { text: 'mine' });
    state.refresh(saved);
    expect(state.draft!.map(({ text }) => text)).toEqual(['mine']);
    await vi.waitFor(() => expect(state.saving.failure).not.toBeNull());
    expect(state.saving.failure!.message).toMatch(/saved in another tab/);
    await state.save(() => 'a text');
    expect(saveQuestions).toHaveBeenCalledWith('c', expect.anything(), questions);
  });
});

describe('the split of a question', () => {
  it('is changed alone, and taken away, with all else that is known of the question', async () => {
    const kept = { id: queryId('q1'), text: 'one', answer: 'yes', origin: 'written', split: 'development' } as const;
    const others = { id: queryId('q2'), text: 'two', split: 'train' } as const;
    const save = vi.fn(() => Promise.resolve(record));
    const state = new QuestionsState({ questions: { save } }, 'c', vi.fn(), signal);
    state.load({ queries: [kept, others], judgments: [] });
    state.assign(0, 'test');
    expect(state.changed).toBe(true);
    await state.save(() => 'a text');
    expect(save).toHaveBeenLastCalledWith(
      'c',
      expect.objectContaining({ queries: [{ ...kept, split: 'test' }, others] }),
      expect.anything(),
    );
    state.assign(0, null);
    const { split: _, ...without } = kept;
    await state.save(() => 'a text');
    expect(save).toHaveBeenLastCalledWith(
      'c',
      expect.objectContaining({ queries: [without, others] }),
      expect.anything(),
    );
  });
});
