import { expect, it } from 'vitest';
import { putSettings, settingsOf } from '../../../../src/ui/workspace/collection-settings';

function preferences(kept: Record<string, unknown> = {}) {
  const all = new Map(Object.entries(kept));
  return {
    all,
    read: (key: string) => all.get(key) ?? null,
    write: (key: string, value: unknown) => void all.set(key, value),
  };
}

const runs = [{ hash: 'h1' }, { hash: 'h2' }];

it('takes what is chosen for one collection, and gives it to another', () => {
  const from = preferences({
    margins: { a: 0.05, b: 0.1 },
    'collection-settings': { a: { depth: 5 }, b: { depth: 6 } },
    'system-colours': { b: { x: 7 } },
    'runs-left-out': ['h2', 'other'],
    settings: { k: 5 },
    'roles-of-fields': { '["a"]': { question: 'a' }, '["b"]': { text: 'b' } },
  });
  const settings = settingsOf(from, 'a', runs);
  const own = { margins: 0.05, 'collection-settings': { depth: 5 }, 'runs-left-out': ['h2'] };
  expect(settings).toEqual({ ...own, 'roles-of-fields': { '["a"]': { question: 'a' }, '["b"]': { text: 'b' } } });

  const to = preferences({
    margins: { c: 0.2 },
    'runs-left-out': ['h3'],
    'roles-of-fields': { '["b"]': { title: 'b' } },
  });
  putSettings(to, 'n', settings);
  expect(Object.fromEntries(to.all)).toEqual({
    margins: { c: 0.2, n: 0.05 },
    'collection-settings': { n: { depth: 5 } },
    'runs-left-out': ['h3', 'h2'],
    'roles-of-fields': { '["a"]': { question: 'a' }, '["b"]': { title: 'b' } },
  });
  expect(settingsOf(to, 'n', runs)).toMatchObject(own);
});

it('gives nothing that is no setting of a collection, and takes nothing from what is damaged', () => {
  const to = preferences({ margins: 'x' });
  putSettings(to, 'n', { settings: { k: 1 }, collection: 'y', margins: 0.1 });
  expect(Object.fromEntries(to.all)).toEqual({ margins: { n: 0.1 } });
  expect(settingsOf(preferences({ margins: [1], 'runs-left-out': 3 }), 'a', runs)).toEqual({});
});
