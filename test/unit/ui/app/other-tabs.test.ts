import { describe, expect, it, vi } from 'vitest';
import type { CollectionRecord, StoredChange } from '../../../../src/contract/storage';
import { followOtherTabs, type Followed } from '../../../../src/ui/app/other-tabs';

const record = (id: string, name = id) => ({ id, name }) as unknown as CollectionRecord;

/** A page with two collections, of which `a` is open, and what is kept. */
function open(changes: Partial<Followed> = {}) {
  const kept = new Map([record('a'), record('b')].map((each) => [each.id, each]));
  const page = {
    records: [record('a'), record('b')],
    openId: 'a',
    judging: false,
    put: vi.fn(),
    refreshQuestions: vi.fn(() => Promise.resolve()),
    refreshRuns: vi.fn(() => Promise.resolve()),
    refreshSupplied: vi.fn(() => Promise.resolve()),
    refreshResults: vi.fn(() => Promise.resolve()),
    syncActs: vi.fn(() => Promise.resolve()),
    replaced: vi.fn(() => Promise.resolve()),
    removed: vi.fn(() => Promise.resolve()),
    failed: vi.fn(),
    ...changes,
  };
  let tell: (change: StoredChange) => void = () => undefined;
  followOtherTabs(page, {
    collections: {
      get: (id) => Promise.resolve(kept.get(id) ?? null),
      onChange: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
  });
  return { page, kept, tell: (collection: string, what: StoredChange['what']) => tell({ collection, what }) };
}

describe('what another tab changed', () => {
  it('is read anew where it is of the open collection; of others the record alone', async () => {
    const { page, tell } = open();
    tell('b', 'questions');
    tell('a', 'questions');
    await vi.waitFor(() => expect(page.refreshQuestions).toHaveBeenCalledTimes(1));
    expect(page.put).toHaveBeenNthCalledWith(1, record('b'));
    expect(page.put).toHaveBeenNthCalledWith(2, record('a'));
  });

  it('shows in judging while that is open, and in the judgments elsewhere', async () => {
    const judging = open({ judging: true });
    judging.tell('a', 'acts');
    await vi.waitFor(() => expect(judging.page.syncActs).toHaveBeenCalledTimes(1));
    expect(judging.page.refreshQuestions).not.toHaveBeenCalled();
    const { page, tell } = open();
    tell('a', 'acts');
    // A draft in the editor can still be saved over what was judged.
    await vi.waitFor(() => expect(page.refreshQuestions).toHaveBeenCalledWith(false));
  });

  it('is told as deleted where it is gone, whatever the message was about', async () => {
    const { page, kept, tell } = open();
    kept.delete('a');
    tell('a', 'results');
    await vi.waitFor(() => expect(page.removed).toHaveBeenCalledWith(record('a')));
    expect(page.refreshResults).not.toHaveBeenCalled();
    // One that was never here is nothing to tell of.
    tell('c', 'removed');
    tell('b', 'renamed');
    await vi.waitFor(() => expect(page.put).toHaveBeenCalledWith(record('b')));
    expect(page.removed).toHaveBeenCalledTimes(1);
  });

  it('is taken in one after the other, and once where it comes often meanwhile', async () => {
    let go = (): void => undefined;
    const refreshQuestions = vi.fn(() => new Promise<void>((resolve) => (go = resolve)));
    const { page, tell } = open({ refreshQuestions });
    tell('a', 'questions');
    await vi.waitFor(() => expect(refreshQuestions).toHaveBeenCalledTimes(1));
    for (let i = 0; i < 5; i++) tell('a', 'questions');
    tell('a', 'runs');
    go();
    await vi.waitFor(() => expect(refreshQuestions).toHaveBeenCalledTimes(2));
    expect(page.refreshRuns).not.toHaveBeenCalled();
    go();
    await vi.waitFor(() => expect(page.refreshRuns).toHaveBeenCalledTimes(1));
    expect(refreshQuestions).toHaveBeenCalledTimes(2);
  });

  it('that cannot be read is shown, and what follows is taken in', async () => {
    const { page, tell } = open({ refreshRuns: () => Promise.reject(new Error('no')) });
    tell('a', 'runs');
    tell('a', 'results');
    await vi.waitFor(() => expect(page.refreshResults).toHaveBeenCalled());
    expect(page.failed).toHaveBeenCalledWith(new Error('no'));
  });
});
