import { describe, expect, it, vi } from 'vitest';
import type { CollectionRecord, StoredChange } from '../../../../src/contract/storage';
import type { AppState } from '../../../../src/ui/app/app-state.svelte';
import { followOtherTabs } from '../../../../src/ui/app/other-tabs';
import { Navigation } from '../../../../src/ui/shared/navigation/navigation.svelte';
import { Page } from '../../../../src/ui/shared/page.svelte';
import { MemoryAddressBar } from '../address-bar';

const record = (id: string, name = id) => ({ id, name }) as unknown as CollectionRecord;
const done = () => vi.fn(() => Promise.resolve());

/** A page with two collections, of which `a` is open, and what is kept. */
function open(changes: Readonly<Record<string, unknown>> = {}) {
  const kept = new Map([record('a'), record('b')].map((each) => [each.id, each]));
  const current = {
    id: 'a',
    corpus: { refreshQuestions: done(), questions: { queries: [] } },
    unsaved: false,
    work: {
      questions: { changed: false, refresh: vi.fn() },
      judging: { session: null as object | null, sync: done() },
    },
    runs: { refresh: done() },
    supplied: { refresh: done() },
    results: { refresh: done() },
    ...changes,
  };
  const records = [record('a'), record('b')];
  const indexOf = (id: string) => records.findIndex((each) => each.id === id);
  let tell: (change: StoredChange) => void = () => undefined;
  const app = {
    workbench: {
      collections: {
        get: (id: string) => Promise.resolve(kept.get(id) ?? null),
        onChange: (listener: typeof tell) => {
          tell = listener;
          return () => undefined;
        },
      },
    },
    collections: { records, put: vi.fn(), drop: vi.fn((id: string) => void records.splice(indexOf(id), 1)) },
    page: new Page({ collections: { usage: vi.fn() } }),
    navigation: new Navigation(new MemoryAddressBar('#/c/a/questions')),
    deletion: { pending: null as CollectionRecord | null, undo: vi.fn() },
    current,
    waiting: 'b',
    end: done(),
    open: done(),
    openNow: done(),
    reopen: done(),
  };
  followOtherTabs(app as unknown as AppState);
  return { app, current, kept, tell: (collection: string, what: StoredChange['what']) => tell({ collection, what }) };
}

describe('what another tab changed', () => {
  it('is read anew where it is of the open collection; of others the record alone', async () => {
    const { app, current, tell } = open();
    tell('b', 'questions');
    tell('a', 'questions');
    await vi.waitFor(() => expect(current.work.questions.refresh).toHaveBeenCalledTimes(1));
    expect(current.corpus.refreshQuestions).toHaveBeenCalledTimes(1);
    expect(app.collections.put).toHaveBeenNthCalledWith(1, record('b'));
    expect(app.collections.put).toHaveBeenNthCalledWith(2, record('a'));
  });

  it('shows in judging while that is open, and in the judgments elsewhere', async () => {
    const judging = open();
    judging.current.work.judging.session = {};
    judging.app.navigation.go({ part: 'judge' });
    judging.tell('a', 'acts');
    await vi.waitFor(() => expect(judging.current.work.judging.sync).toHaveBeenCalledTimes(1));
    expect(judging.current.corpus.refreshQuestions).not.toHaveBeenCalled();
    const { current, tell } = open();
    current.work.questions.changed = true;
    tell('a', 'acts');
    await vi.waitFor(() => expect(current.corpus.refreshQuestions).toHaveBeenCalled());
    // A draft in the editor can still be saved over what was judged, and not over what was saved.
    expect(current.work.questions.refresh).not.toHaveBeenCalled();
    tell('a', 'questions');
    await vi.waitFor(() => expect(current.work.questions.refresh).toHaveBeenCalled());
  });

  it('is said to be deleted where it is gone, whatever the message was about', async () => {
    const { app, current, kept, tell } = open();
    kept.delete('a');
    tell('a', 'results');
    await vi.waitFor(() => expect(app.page.notice?.message).toContain('a was deleted in another tab'));
    expect([app.end.mock.calls, app.collections.drop.mock.calls, app.waiting]).toEqual([[['a']], [['a']], null]);
    expect([app.openNow.mock.calls, app.open.mock.calls]).toEqual([[[null]], [['b']]]);
    expect(current.results.refresh).not.toHaveBeenCalled();
    // One that was never here is nothing to tell of.
    tell('c', 'removed');
    tell('b', 'renamed');
    await vi.waitFor(() => expect(app.collections.put).toHaveBeenCalledWith(record('b')));
    expect(app.end).toHaveBeenCalledTimes(1);
  });

  it('cannot be undone any more where it was deleted for good', async () => {
    const { app, kept, tell } = open();
    app.deletion.pending = record('c');
    tell('b', 'removed');
    tell('c', 'removed');
    await vi.waitFor(() => expect(app.deletion.undo).toHaveBeenCalledTimes(1));
    expect(kept.has('b')).toBe(true);
  });

  it('opens the collection anew where its documents were read again, unless a draft would be lost', async () => {
    const { app, tell } = open();
    tell('a', 'documents');
    await vi.waitFor(() => expect(app.reopen).toHaveBeenCalled());
    const draft = open({ unsaved: true });
    draft.tell('a', 'documents');
    await vi.waitFor(() => expect(draft.app.page.notice?.message).toContain('reload this page'));
    expect(draft.app.reopen).not.toHaveBeenCalled();
  });

  it('is taken in one after the other, and once where it comes often meanwhile', async () => {
    let go = (): void => undefined;
    const refreshQuestions = vi.fn(() => new Promise<void>((resolve) => (go = resolve)));
    const { current, tell } = open({ corpus: { refreshQuestions, questions: null } });
    tell('a', 'questions');
    await vi.waitFor(() => expect(refreshQuestions).toHaveBeenCalledTimes(1));
    for (let i = 0; i < 5; i++) tell('a', 'questions');
    tell('a', 'runs');
    go();
    await vi.waitFor(() => expect(refreshQuestions).toHaveBeenCalledTimes(2));
    expect(current.runs.refresh).not.toHaveBeenCalled();
    go();
    await vi.waitFor(() => expect(current.runs.refresh).toHaveBeenCalledTimes(1));
    expect(refreshQuestions).toHaveBeenCalledTimes(2);
  });

  it('that cannot be read is shown, and what follows is taken in', async () => {
    const silent = vi.spyOn(console, 'error').mockReturnValue();
    const { app, current, tell } = open({ runs: { refresh: () => Promise.reject(new Error('no such run')) } });
    tell('a', 'runs');
    tell('a', 'results');
    await vi.waitFor(() => expect(current.results.refresh).toHaveBeenCalled());
    expect(app.page.notice).toMatchObject({
      expected: false,
      message: expect.stringContaining('no such run') as string,
    });
    silent.mockRestore();
  });
});
