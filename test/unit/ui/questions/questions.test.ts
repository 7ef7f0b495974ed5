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
