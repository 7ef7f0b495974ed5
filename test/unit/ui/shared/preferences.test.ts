import { afterEach, expect, it, vi } from 'vitest';
import { browserPreferences } from '../../../../src/ui/shared/preferences';

afterEach(() => vi.unstubAllGlobals());

it('leaves nothing of what is forgotten, as after everything was erased', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  browserPreferences.write('choice', { depth: 10 });
  expect(browserPreferences.read('choice')).toEqual({ depth: 10 });
  browserPreferences.write('choice', null);
  expect([...kept]).toEqual([]);
  expect(browserPreferences.read('choice')).toBeNull();
});
