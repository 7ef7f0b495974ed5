import { describe, expect, it, vi } from 'vitest';
import type { Kept, ObservedBy, PrivacyPort } from '../../../../src/contract/privacy';
import { HitrateError } from '../../../../src/contract/errors';
import { PrivacyState } from '../../../../src/ui/privacy/privacy.svelte';

const KEPT: Kept = {
  collections: [{ name: 'A', bytes: 1 }],
  models: [],
  begun: [],
  appFiles: { count: 0, bytes: 0 },
  preferences: 0,
  total: null,
};

function opened(changes: Partial<PrivacyPort> = {}) {
  const listeners = { observed: (): void => undefined, erased: (): void => undefined };
  const onErased = vi.fn();
  const privacy: PrivacyPort = {
    origin: 'https://here',
    observed: () => [],
    onObserved: (listener) => ((listeners.observed = listener), () => undefined),
    downloads: () => Promise.resolve([]),
    kept: () => Promise.resolve(KEPT),
    erase: () => Promise.resolve(),
    onErased: (listener) => ((listeners.erased = listener), () => undefined),
    ...changes,
  };
  return { state: new PrivacyState(privacy, onErased), onErased, listeners };
}

describe('the state of the privacy panel', () => {
  it('follows what is observed', () => {
    let observed: readonly ObservedBy[] = [];
    const { state, listeners } = opened({ observed: () => observed });
    observed = [{ by: 'page', requests: [{ url: 'https://here/a', bytes: 5 }], refused: [], missed: 0 }];
    listeners.observed();
    expect(state.requests.own.count).toBe(1);
  });

  it('measures anew whenever it is opened', async () => {
    const kept = vi.fn(() => Promise.resolve(KEPT));
    const { state } = opened({ kept });
    await state.show();
    state.close();
    await state.show();
    expect(kept).toHaveBeenCalledTimes(2);
    expect(state.kept).toEqual(KEPT);
  });

  it('erases only once it was asked and confirmed, and tells what is waited for meanwhile', async () => {
    let finish = (): void => undefined;
    let block = (_: string): void => undefined;
    const erase = vi.fn((onBlocked: (what: string) => void) => {
      block = onBlocked;
      return new Promise<void>((resolve) => (finish = resolve));
    });
    const { state, onErased } = opened({ erase });
    await state.show();
    state.ask();
    state.keep();
    expect([state.erasing, erase.mock.calls.length]).toEqual(['no', 0]);
    state.ask();
    const done = state.erase();
    block('the database of models');
    expect(state.blocked).toBe('the database of models');
    // Neither dialog is left while it goes on.
    state.keep();
    state.close();
    expect([state.erasing, state.open]).toEqual(['going on', true]);
    expect(onErased).not.toHaveBeenCalled();
    finish();
    await done;
    expect(onErased).toHaveBeenCalledExactlyOnceWith('this tab');
    expect(state.blocked).toBeNull();
  });

  it('tells a failure instead of an end', async () => {
    const error = new HitrateError('storage-unavailable', { database: 'models', doing: 'deleting' });
    const { state, onErased } = opened({ erase: () => Promise.reject(error) });
    state.ask();
    await state.erase();
    expect(state.failure?.message).toMatch(/The browser did not delete the database of models/);
    expect(onErased).not.toHaveBeenCalled();
  });

  it('ends with another tab that erases', () => {
    const { onErased, listeners } = opened();
    listeners.erased();
    expect(onErased).toHaveBeenCalledExactlyOnceWith('another tab');
  });
});
