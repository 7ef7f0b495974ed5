import { describe, expect, it } from 'vitest';
import { Sampling } from '../../../../src/domain/statistics/compare';
import { systemsOf, vector } from './close';

describe('Sampling', () => {
  it('draws once for all systems that have the same questions', () => {
    const sampling = new Sampling(systemsOf(3, 20), 1, 50);
    expect(sampling.sharedBy([0, 1]).bootstrapped()[1]).toBe(sampling.sharedBy([1, 2]).bootstrapped()[0]);
    expect(sampling.sharedBy([0, 1]).signed()[1]).toBe(sampling.sharedBy([1, 2]).signed()[0]);
  });

  it('draws once where a measure is undefined for the same questions of all systems', () => {
    const rows = systemsOf(3, 20).map((row) => row.map((value, q) => (q === 4 ? NaN : value)));
    const sampling = new Sampling(rows, 1, 50);
    expect(sampling.sharedBy([0]).questions).toBe(19);
    expect(sampling.sharedBy([0, 1]).bootstrapped()[1]).toBe(sampling.sharedBy([1]).bootstrapped()[0]);
  });

  it('takes the questions that all of the systems asked for have', () => {
    const sampling = new Sampling([vector(1, NaN, 3, 4), vector(NaN, 2, 3, 5), vector(6, 7, 8, 9)], 1, 10);
    const shared = sampling.sharedBy([1, 0]);
    expect(shared.rows.map((row) => [...row])).toEqual([
      [3, 5],
      [3, 4],
    ]);
    expect(shared.sums.map((sum) => sum * shared.unit)).toEqual([8, 7]);
    expect([...sampling.sharedBy([2]).rows[0]!]).toEqual([6, 7, 8, 9]);
  });

  it('gives the figures of two systems as if there were no third with gaps', () => {
    const rows = systemsOf(2, 30);
    const gaps = rows[0]!.map((value, q) => (q % 3 === 0 ? NaN : value));
    const [alone, beside] = [new Sampling(rows, 1, 20), new Sampling([...rows, gaps], 1, 20)];
    expect(beside.sharedBy([0, 1]).bootstrapped()).toEqual(alone.sharedBy([0, 1]).bootstrapped());
    expect(beside.sharedBy([0, 1]).signed()).toEqual(alone.sharedBy([0, 1]).signed());
  });

  it('takes no questions', () => {
    expect(new Sampling([vector(NaN), vector(1)], 1, 5).sharedBy([0, 1]).questions).toBe(0);
    expect([...new Sampling([vector(), vector()], 1, 5).sharedBy([0, 1]).signed()[0]!]).toEqual([0, 0, 0, 0, 0]);
  });
});
