import { expect, it } from 'vitest';
import { filterAsync, firstWhere, flatMapAsync, valueOf } from '../../../src/base/containers';

it('a map makes a value once, also one that is falsy', () => {
  const made = new Map<string, number>();
  expect([valueOf(made, 'a', () => 0), valueOf(made, 'a', () => 1)]).toEqual([0, 0]);
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
