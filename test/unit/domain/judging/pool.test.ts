import { describe, expect, it } from 'vitest';
import { firstOf, judgingPool, type PoolItem } from '../../../../src/domain/judging/pool';
import { docId } from '../../../../src/base/types';
import { around, docsOf, pooled } from './make';

const texts = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `d${i}`,
    `${'abcdefghijklmnop'.repeat(3)} ${String.fromCharCode(97 + i)} ${i}`,
  ]),
);
const docs = docsOf(texts);
const all = new Set(['a', 'b']);
const membersOf = (items: readonly PoolItem[]): string[] => items.flatMap(({ members }) => members).sort();

/** Words of four letters and a blank, all different. */
const words = (count: number): string =>
  Array.from({ length: count }, (_, i) =>
    [1, 26, 676, 17576].map((n) => String.fromCharCode(97 + (Math.floor((i * 7919) / n) % 26))).join(''),
  ).join(' ');

describe('a pool', () => {
  it('holds the first passages of every chosen system, each once', () => {
    const input = pooled({ a: [['d1', 'd2', 'd3']], b: [['d2', 'd4', 'd5']], c: [['d9']] });
    const items = judgingPool(input, 0, { depth: 2, systems: all }, around(docs));
    expect(membersOf(items)).toEqual(['d1', 'd2', 'd4']);
    expect(items.every(({ copies }) => copies.length === 0)).toBe(true);
    expect(firstOf(input, input.systems[0]!.top, 0, 2)).toEqual(['d1', 'd2']);
  });

  it('is shuffled: neither rank nor system nor name decides the order, and each question has its own', () => {
    const list = Array.from({ length: 30 }, (_, i) => `d${i}`);
    const input = pooled({ a: [list, list], b: [list.toReversed(), list] });
    const choice = { depth: 30, systems: all };
    const [first, second] = [0, 1].map((index) =>
      judgingPool(input, index, choice, around(docs)).map(({ key }) => key),
    );
    expect(first).not.toEqual(second);
    for (const order of [list, list.toReversed(), [...list].sort()])
      expect(first).not.toEqual(order.map((id) => `${id}#`));
    // A shuffled list agrees with the ranks in about half of the pairs.
    const ranks = first!.map((key) => list.indexOf(key.slice(0, -1)));
    const rising = ranks.flatMap((rank, i) => ranks.slice(i + 1).map((later) => later > rank));
    expect(rising.filter(Boolean).length / rising.length).toBeGreaterThan(0.25);
    expect(rising.filter(Boolean).length / rising.length).toBeLessThan(0.75);
  });

  it('stays in its order when it grows, and whichever systems put a passage there', () => {
    const list = Array.from({ length: 20 }, (_, i) => `d${i}`);
    const input = pooled({ a: [list.slice(0, 10)], b: [list] });
    const keys = (depth: number, systems: ReadonlySet<string>): string[] =>
      judgingPool(input, 0, { depth, systems }, around(docs)).map(({ key }) => key);
    const whole = keys(20, all);
    const part = new Set(keys(10, new Set(['a'])));
    expect(whole.filter((key) => part.has(key))).toEqual([...part]);
    expect(keys(10, new Set(['b']))).toEqual([...part]);
  });

  it('shows passages at the same place once, as the longest of them', () => {
    const long = docsOf({ long: words(400) });
    const input = pooled({ a: [['long#0-1000', 'long#1000-2000']], b: [['long#100-300', 'long#900-1400']] });
    const items = judgingPool(input, 0, { depth: 10, systems: all }, around(long));
    expect(items).toHaveLength(2);
    const first = items.find(({ key }) => key === 'long#0-1000')!;
    expect(first.members).toEqual([docId('long#0-1000'), docId('long#100-300')]);
    // 400 of its 500 are in the second, 100 in the first.
    expect(items.find(({ key }) => key === 'long#1000-2000')!.members).toContain('long#900-1400');
  });

  it('keeps apart neighbours that overlap by less than half', () => {
    const long = docsOf({ long: words(400) });
    const input = pooled({ a: [['long#0-1000', 'long#900-1900']], b: [[]] });
    expect(judgingPool(input, 0, { depth: 10, systems: all }, around(long))).toHaveLength(2);
  });

  it('shows texts that say the same once, and names their other places', () => {
    const copied = docsOf({
      one: 'The pump is checked twice a year, before the rains and after them.',
      two: 'the pump is checked  twice a year; before the rains, and after them',
      other: 'The pump is checked three times a year, before the rains, in them and after them.',
    });
    const input = pooled({ a: [['one', 'other']], b: [['two']] });
    const items = judgingPool(input, 0, { depth: 10, systems: all }, around(copied));
    expect(items).toHaveLength(2);
    const twice = items.find(({ members }) => members.length === 2)!;
    expect(membersOf([twice])).toEqual(['one', 'two']);
    expect([twice.place, ...twice.copies].map(({ doc }) => doc).sort()).toEqual(['one', 'two']);
  });

  it('works where a collection has no documents, by their names', () => {
    const input = pooled({ a: [['x', 'y']], b: [['y']] });
    const items = judgingPool(input, 0, { depth: 10, systems: all }, around(new Map()));
    expect(membersOf(items)).toEqual(['x', 'y']);
    expect(items).toHaveLength(2);
  });
});
