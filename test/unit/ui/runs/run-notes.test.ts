import { describe, expect, it } from 'vitest';
import type { ResultHeader } from '../../../../src/contract/result';
import {
  NO_RUN_NOTES,
  type RunNoteEdit,
  type RunNotes,
  withRunNote,
} from '../../../../src/domain/run-comparison/run-notes';
import { RunNotesState } from '../../../../src/ui/runs/run-notes.svelte';

function opened(fails = false) {
  let kept: RunNotes = NO_RUN_NOTES;
  const runs = {
    notes: () => Promise.resolve(kept),
    note: (_: string, edit: RunNoteEdit) =>
      fails ? Promise.reject(new Error('disk')) : Promise.resolve((kept = withRunNote(kept, edit))),
  };
  return new RunNotesState({ runs }, 'c', new AbortController().signal);
}

describe('notes of the runs of the open collection', () => {
  it('name a run, which its time names otherwise', async () => {
    const state = opened();
    await state.read();
    const run = { key: 'a', createdAt: Date.UTC(2026, 10, 23, 12) };
    expect(state.name(run)).toContain('23 Nov 2026');
    await Promise.all([
      state.edit({ kind: 'describe', run: 'a', note: { name: 'Chunks' } }),
      state.edit({ kind: 'describe', run: 'a', note: { tags: ['x'] } }),
    ]);
    expect(state.name(run)).toBe('Chunks');
    expect(state.of('a').tags).toEqual(['x']);
  });

  it('are distinguished by their keys where they share a name', async () => {
    const state = opened();
    const runs = ['aaaa1', 'bbbb2', 'cccc3'].map((key) => ({ key, createdAt: 0 }) as ResultHeader);
    await state.edit({ kind: 'describe', run: 'cccc3', note: { name: 'Mine' } });
    expect(runs.map((run) => state.nameAmong(runs, run))).toEqual([
      expect.stringMatching(/\(aaaa\)$/),
      expect.stringMatching(/\(bbbb\)$/),
      'Mine',
    ]);
  });

  it('say where one could not be written', async () => {
    const state = opened(true);
    await state.edit({ kind: 'pin', run: 'a' });
    expect([state.notes.baseline, state.reading.failure]).toEqual([null, expect.anything()]);
  });
});
