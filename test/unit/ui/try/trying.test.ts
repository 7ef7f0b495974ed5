import { describe, expect, it, vi } from 'vitest';
import { experiment, keep, madeUp, openWorkshop } from '../../workbench/workshop';
import { createWorkbench } from '../../../../src/workbench/workbench';
import type { Preferences } from '../../../../src/ui/shared/preferences';
import { isSaved } from '../../../../src/ui/try/tried';
import { TryingState } from '../../../../src/ui/try/trying.svelte';

const spec = experiment({ systems: ['bm25'] });

async function opened() {
  const workshop = await openWorkshop();
  const bench = createWorkbench(workshop.ports);
  const { id } = await keep(workshop, madeUp(30, 5));
  const kept = new Map<string, unknown>();
  const preferences: Preferences = { read: (key) => kept.get(key), write: (key, value) => void kept.set(key, value) };
  const onSaved = vi.fn();
  const closing = new AbortController();
  const state = new TryingState(bench, id, preferences, onSaved, closing.signal);
  const ask = async (text: string) => {
    state.text = text;
    await state.ask(spec);
  };
  const passages = () => {
    const [system] = state.current!.question.systems;
    return system?.ok ? system.lists.passages : [];
  };
  return { workshop, bench, id, closing, state, ask, passages, onSaved, preferences };
}

describe('trying questions', () => {
  it('keeps what was tried, the latest first and each text once, with its grades', async () => {
    const { state, ask, passages } = await opened();
    await ask('copper heron');
    const [first] = passages();
    state.grade(first!, 2);
    await ask('  amber moss ');
    expect(state.history.map(({ question }) => question.text)).toEqual(['amber moss', 'copper heron']);
    await ask('copper heron');
    expect(state.history.map(({ question }) => question.text)).toEqual(['copper heron', 'amber moss']);
    expect([...state.current!.judged.values()]).toEqual([{ at: first!.id, grade: 2 }]);
    state.show('amber moss');
    expect([state.text, state.current!.judged.size]).toEqual(['amber moss', 0]);
  });

  it('adds the question with its judgments once, and then what changes', async () => {
    const { bench, id, state, ask, passages, onSaved } = await opened();
    await ask('copper heron');
    const [first, second] = passages();
    state.grade(first!, 3);
    state.grade(second!, 0);
    state.answer('By the quay.');
    await state.add();
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(isSaved(state.current!)).toBe(true);
    const added = (await bench.questions.read(id)).queries.at(-1);
    expect(added).toEqual({ id: 'written-1', text: 'copper heron', origin: 'written', answer: 'By the quay.' });

    state.grade(first!, null);
    state.grade(second!, 1);
    expect(isSaved(state.current!)).toBe(false);
    await state.add();
    const { queries, judgments } = await bench.questions.read(id);
    expect(queries).toHaveLength(6);
    expect(judgments.filter(({ query }) => query === 'written-1')).toEqual([
      { query: 'written-1', doc: second!.id, grade: 1 },
    ]);
  });

  it('shows why a question could not be added, and keeps its grades', async () => {
    const { bench, id, state, ask, passages } = await opened();
    await ask('copper heron');
    state.grade(passages()[0]!, 3);
    await bench.collections.remove(id);
    await state.add();
    expect(state.failure?.message).toMatch(/no longer there/);
    expect([state.current!.judged.size, isSaved(state.current!)]).toEqual([1, false]);
  });

  it('remembers the prompt', async () => {
    const { state, id, closing, preferences, bench } = await opened();
    state.setTemplate('{context} {question}');
    const later = new TryingState(bench, id, preferences, () => undefined, closing.signal);
    expect(later.template).toBe('{context} {question}');
  });
});
