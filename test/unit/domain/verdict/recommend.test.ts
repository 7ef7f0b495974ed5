import { describe, expect, it } from 'vitest';
import { isMateriallySlower, recommend, verdictOf } from '../../../../src/domain/verdict/verdict';
import type { ComparedVerdict } from '../../../../src/domain/verdict/types';
import { input, partsOf, system, valuesOf } from './input';
import { vector } from '../statistics/close';

const option = (system: string, latency: number | null) => ({ system, latency });

it('isMateriallySlower asks for twice the time and for 10 ms', () => {
  expect(isMateriallySlower(20, 10)).toBe(true);
  expect(isMateriallySlower(19.9, 10)).toBe(false);
  expect(isMateriallySlower(9, 0.5)).toBe(false);
  expect(isMateriallySlower(10.5, 0.5)).toBe(true);
  expect(isMateriallySlower(300, 200)).toBe(false);
  expect(isMateriallySlower(10, 0)).toBe(true);
  expect(isMateriallySlower(1, 300)).toBe(false);
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

it('a fast system that may be the best is not recommended where a slower one is significantly better than it: two tests may disagree', () => {
  const systems = [
    system('slow', vector(0.2, 0.2, 0.3, 0.6, 0.2, 0.3, 0.5, 0.5), 500),
    system('fast', vector(0.1, 0, 0.2, 0.3, 0.1, 0.2, 0.4, 0.4), 5),
    system('b', vector(0.3, 0.4, 0, 0.3, 0, 0.2, 0.3, 0.4), 400),
    system('c', vector(0.1, 0.3, 0.2, 0.8, 0.2, 0.3, 0.8, 0.3), 400),
  ];
  const verdict = verdictOf(input(systems, { margin: 0, resamples: 400 })) as ComparedVerdict;
  expect(verdict.systems.find((each) => each.system === 'fast')).toMatchObject({ candidate: true });
  expect(verdict.recommended.system).toBe('c');
});

describe('standingsOf', () => {
  it('orders by the mean, and keeps the order of the systems where means are equal', () => {
    const rows = [vector(0, 0.5), vector(0.5, 0.5), vector(0.5, 0)];
    const { standings } = partsOf(input(rows.map((values, i) => system(String(i), values))));
    expect(standings.order).toEqual([1, 0, 2]);
  });

  it('excludes a system only where the randomisation test does, too', () => {
    const of = (questions: number) =>
      partsOf(input([system('a', valuesOf(0.5, 0.001, 1, questions)), system('b', valuesOf(0.9, 0.001, 2, questions))]))
        .standings.candidates;
    expect(of(5)).toEqual([true, true]);
    expect(of(6)).toEqual([false, true]);
  });

  it('corrects that test by Holm over the systems', () => {
    const rows = [0.9, 0.5, 0.5, 0.5].map((mean, i) => system(String(i), valuesOf(mean, 0.001, i, 7)));
    // 2 / 2⁷ of each, of seven questions: .047 by Holm over three, and .0625 over four.
    expect(partsOf(input(rows)).standings.candidates).toEqual([true, false, false, false]);
    const more = [...rows, system('4', valuesOf(0.5, 0.001, 9, 7))];
    expect(partsOf(input(more)).standings.candidates).toEqual([true, true, true, true, true]);
  });

  it('shows that systems are within the margin only where enough questions say so', () => {
    const same = (questions: number) => {
      const values = valuesOf(0.5, 0.1, 1, questions);
      return partsOf(input([system('a', values), system('b', values)])).standings.withinMargin;
    };
    expect(same(5)).toEqual([false, false]);
    expect(same(6)).toEqual([true, true]);
  });

  it('takes a system for within the margin that is worse by less', () => {
    const of = (margin: number) =>
      partsOf(input([system('a', valuesOf(0.51, 0.005, 1)), system('b', valuesOf(0.5, 0.005, 2))], { margin }))
        .standings;
    expect(of(0.02)).toMatchObject({ candidates: [true, false], withinMargin: [true, true] });
    expect(of(0.01)).toMatchObject({ candidates: [true, false], withinMargin: [true, false] });
  });
});
