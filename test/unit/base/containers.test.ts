import { describe, expect, it } from 'vitest';
import { append, filterAsync, firstWhere, flatMapAsync, groupBy, valueOf } from '../../../src/base/containers';

describe('maps', () => {
  it('hold lists that grow', () => {
    const lists = new Map([['a', [1]]]);
    append(lists, 'a', 2);
    append(lists, 'b', 3);
    expect([...lists]).toEqual([
      ['a', [1, 2]],
      ['b', [3]],
    ]);
  });

  it('group items, keys in the order in which they come first', () => {
    expect([...groupBy(['bb', 'a', 'cc'], ({ length }) => length)]).toEqual([
      [2, ['bb', 'cc']],
      [1, ['a']],
    ]);
  });

  it('make a value once, also one that is falsy', () => {
    const made = new Map<string, number>();
    expect([valueOf(made, 'a', () => 0), valueOf(made, 'a', () => 1)]).toEqual([0, 0]);
  });
});

it.each([0, 1, 5, 8])('the first of 8 positions from %i on is found', (from) => {
  expect(firstWhere(8, (position) => position >= from)).toBe(from);
});

it('items are mapped and filtered in their order, whichever is done first', async () => {
  const later = async (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const each = async (item: number) => (await later(item), [item, -item]);
  expect(await flatMapAsync([3, 1], each)).toEqual([3, -3, 1, -1]);
  expect(await filterAsync([3, 2, 1], async (item) => (await later(item), item !== 2))).toEqual([3, 1]);
});
