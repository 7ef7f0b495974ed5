import { describe, expect, it } from 'vitest';
import { jsonChanges } from '../../../../src/domain/run-comparison/setting-changes';

describe('what changed in JSON', () => {
  it('is named by its path, with both values', () => {
    const before = { depth: 100, gone: null, systems: [{ id: 'a', fusion: { constant: 60 } }, { id: 'b' }] };
    const after = { depth: 50, systems: [{ id: 'c' }, { id: 'a', fusion: { constant: 10, fresh: true } }] };
    expect(jsonChanges(before, after)).toEqual([
      { path: ['depth'], before: 100, after: 50 },
      { path: ['gone'], before: null },
      { path: ['systems', 'a', 'fusion', 'constant'], before: 60, after: 10 },
      { path: ['systems', 'a', 'fusion', 'fresh'], after: true },
      { path: ['systems', 'b'], before: { id: 'b' } },
      { path: ['systems', 'c'], after: { id: 'c' } },
    ]);
  });

  it('is nothing where only the order of fields and of items with an id changed', () => {
    expect(jsonChanges([{ id: 'a', x: 1 }, { id: 'b' }], [{ id: 'b' }, { x: 1, id: 'a' }])).toEqual([]);
  });

  it('takes other objects in lists by their position, and lists of plain values whole', () => {
    expect(jsonChanges([{ kind: 'x' }], [{ kind: 'y' }, { kind: 'z' }])).toEqual([
      { path: ['1', 'kind'], before: 'x', after: 'y' },
      { path: ['2'], after: { kind: 'z' } },
    ]);
    expect(jsonChanges({ ks: [1, 5] }, { ks: [1, 10] })).toEqual([{ path: ['ks'], before: [1, 5], after: [1, 10] }]);
    expect(jsonChanges([], [{ id: 'a' }])).toEqual([{ path: ['a'], after: { id: 'a' } }]);
  });

  it('is the whole value where its kind changed', () => {
    expect(jsonChanges({ a: [1] }, { a: { b: 1 } })).toEqual([{ path: ['a'], before: [1], after: { b: 1 } }]);
    // Two items of one id cannot be told apart by it.
    const twice = [{ id: 'a' }, { id: 'a' }];
    expect(jsonChanges(twice, [{ id: 'a' }])).toEqual([{ path: [], before: twice, after: [{ id: 'a' }] }]);
  });
});
