import { describe, expect, it } from 'vitest';
import { questionKey } from '../../../../src/domain/questions/add';
import { sampledQueries } from '../../../../src/domain/questions/sampled-queries';

const log = { queries: ['often', 'seldom', 'once'], asked: Int32Array.of(60, 30, 10) };
const none: ReadonlySet<string> = new Set();

describe('queries of a log, sampled', () => {
  it('come first as often as they were asked, and second by what is left', () => {
    const draws = 4000;
    const [first, second] = [new Map<string, number>(), new Map<string, number>()];
    for (let seed = 0; seed < draws; seed++) {
      const [one, other] = sampledQueries(log, none, { count: 2, seed });
      first.set(one!, (first.get(one!) ?? 0) + 1 / draws);
      second.set(other!, (second.get(other!) ?? 0) + 1 / draws);
    }
    expect(first.get('often')).toBeCloseTo(0.6, 1);
    expect(first.get('once')).toBeCloseTo(0.1, 1);
    // .6 · 30/40 + .1 · 30/90
    expect(second.get('seldom')).toBeCloseTo(0.4833, 1);
    // Not all alike, as of queries that are taken by their texts alone.
    expect(Math.abs(first.get('once')! - 1 / 3)).toBeGreaterThan(0.2);
  });

  it('come once, and those that are there not at all', () => {
    expect(sampledQueries(log, none, { count: 9, seed: 1 }).toSorted()).toEqual(['often', 'once', 'seldom']);
    expect(sampledQueries(log, new Set([questionKey('Often?')]), { count: 9, seed: 1 }).toSorted()).toEqual([
      'once',
      'seldom',
    ]);
  });

  it('of one seed are the same, and a larger sample begins with the smaller one', () => {
    for (let seed = 0; seed < 20; seed++) {
      const all = sampledQueries(log, none, { count: 3, seed });
      expect(sampledQueries(log, none, { count: 2, seed })).toEqual(all.slice(0, 2));
    }
  });
});
