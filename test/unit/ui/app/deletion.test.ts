import { describe, expect, it, vi } from 'vitest';
import type { CollectionRecord } from '../../../../src/contract/storage';
import { Deletion } from '../../../../src/ui/app/collections.svelte';

const record = (id: string): CollectionRecord => ({ id, name: id }) as CollectionRecord;

function begun() {
  let kept: unknown = null;
  let due: () => void = () => undefined;
  const remove = vi.fn(() => Promise.resolve());
  const preferences = { read: () => kept, write: (_: string, value: unknown) => void (kept = value) };
  const wait = (task: () => void): (() => void) => {
    due = task;
    return () => (due = () => undefined);
  };
  let now = 0;
  const options = { remove, preferences, wait, clock: () => now };
  return { deletion: new Deletion(options), remove, options, elapse: () => due(), tick: (to: number) => (now = to) };
}

describe('the deletion of a collection', () => {
  it('waits, and is then done once', async () => {
    const { deletion, remove, elapse } = begun();
    await deletion.begin(record('tea'));
    expect([deletion.pending?.id, remove.mock.calls]).toEqual(['tea', []]);
    elapse();
    await vi.waitFor(() => expect(remove).toHaveBeenCalledExactlyOnceWith('tea'));
    expect([deletion.pending, deletion.undo()]).toEqual([null, null]);
  });

  it('can be undone until then, and is then not done', async () => {
    const { deletion, remove, elapse, options } = begun();
    await deletion.begin(record('tea'));
    expect(deletion.undo()?.id).toBe('tea');
    elapse();
    await new Deletion(options).finishEarlier();
    expect(remove).not.toHaveBeenCalled();
  });

  it('is done at once for the one before where another is deleted', async () => {
    const { deletion, remove } = begun();
    await deletion.begin(record('tea'));
    await deletion.begin(record('rain'));
    expect(remove).toHaveBeenCalledExactlyOnceWith('tea');
    expect(deletion.undo()?.id).toBe('rain');
  });

  it('is done at the next visit where the page was closed before', async () => {
    const { deletion, remove, options, tick } = begun();
    await deletion.begin(record('tea'));
    tick(10_000);
    const next = new Deletion(options);
    await next.finishEarlier();
    await next.finishEarlier();
    expect(remove).toHaveBeenCalledExactlyOnceWith('tea');
  });

  it('is left to the tab that can still undo it', async () => {
    const { deletion, remove, options, tick } = begun();
    await deletion.begin(record('tea'));
    tick(9_999);
    await new Deletion(options).finishEarlier();
    expect([remove.mock.calls, deletion.undo()?.id]).toEqual([[], 'tea']);
  });
});
