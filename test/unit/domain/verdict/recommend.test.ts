import { describe, expect, it } from 'vitest';
import { isMateriallySlower, recommend } from '../../../../src/domain/verdict/verdict';

const option = (system: string, latency: number | null) => ({ system, latency });

describe('isMateriallySlower', () => {
  it('asks for twice the time and for 10 ms', () => {
    expect(isMateriallySlower(20, 10)).toBe(true);
    expect(isMateriallySlower(19.9, 10)).toBe(false);
    expect(isMateriallySlower(9, 0.5)).toBe(false);
    expect(isMateriallySlower(10.5, 0.5)).toBe(true);
    expect(isMateriallySlower(300, 200)).toBe(false);
    expect(isMateriallySlower(10, 0)).toBe(true);
    expect(isMateriallySlower(1, 300)).toBe(false);
  });
});

describe('recommend', () => {
  it('takes the highest mean where none is materially faster', () => {
    expect(recommend([option('a', 9), option('b', 1)])).toEqual({
      system: 'a',
      latency: 9,
      reason: 'highest',
      slower: [],
    });
  });

  it('names what takes materially longer than the recommended one', () => {
    const { system, reason, slower } = recommend([option('a', 2), option('b', 300), option('c', 5), option('d', 400)]);
    expect([system, reason]).toEqual(['a', 'highest']);
    expect(slower).toEqual([option('b', 300), option('d', 400)]);
  });

  it('takes the highest mean of those that are not materially slower than the fastest', () => {
    const { system, reason, slower } = recommend([option('a', 300), option('b', 50), option('c', 8), option('d', 2)]);
    expect([system, reason]).toEqual(['c', 'cheaper']);
    expect(slower).toEqual([option('a', 300), option('b', 50)]);
  });

  it('makes no reason of a latency that is not known', () => {
    expect(recommend([option('a', null), option('b', 1)])).toMatchObject({
      system: 'a',
      reason: 'highest',
      slower: [],
    });
    expect(recommend([option('a', 300), option('b', null)])).toMatchObject({ system: 'a', reason: 'highest' });
    expect(recommend([option('a', 300), option('b', null), option('c', 3)])).toMatchObject({
      system: 'c',
      reason: 'cheaper',
      slower: [option('a', 300)],
    });
    expect(recommend([option('a', null)])).toMatchObject({ system: 'a', latency: null });
  });
});
