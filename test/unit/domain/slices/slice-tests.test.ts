import { describe, expect, it } from 'vitest';
import { testSlices } from '../../../../src/domain/slices/slice-tests';
import { permutationMaxT } from '../../../../src/domain/statistics/max-t';
import { numbers } from '../statistics/close';

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const SAMPLING = { seed: 1, resamples: 1999 };

describe('testSlices', () => {
  const noise = numbers(90, 3).map((value) => value - 0.5);
  const thirds = [range(0, 30), range(30, 60), range(60, 90)];
  const odd = [range(0, 90).filter((q) => q % 2 === 0), range(0, 90).filter((q) => q % 2 === 1)];

  it('corrects the omnibus p of each dimension by Holm, and reports slices under those that hold alone', () => {
    const row = noise.map((value, q) => value + (q < 30 ? 0.35 : 0));
    const [first, second] = testSlices([row], [thirds, odd], SAMPLING);
    const alone = [thirds, odd].map((slices) => permutationMaxT([row], slices, SAMPLING));
    expect(first!.p).toBe(alone[0]!.p);
    expect(first!.holm).toBe(2 * alone[0]!.p);
    expect(second!.holm).toBe(Math.max(first!.holm!, alone[1]!.p));
    expect(first!.effects[0]).toMatchObject({ group: 0, row: 0, evidence: 'sure', p: first!.holm });
    expect(second).toMatchObject({ effects: [] });
  });

  it('does not report a slice whose own p is small where the dimension does not hold', () => {
    // As in the sample: one slice of p = .03 by itself, in one of several dimensions.
    const row = noise.map((value, q) => value + (q < 30 ? 0.1 : 0));
    const [alone] = testSlices([row], [thirds], SAMPLING);
    expect(alone!.effects.map(({ group }) => group)).toContain(0);
    const many = testSlices(
      [row],
      [
        thirds,
        ...range(2, 12).map((n) => [range(0, 90).filter((q) => q % n === 0), range(0, 90).filter((q) => q % n > 0)]),
      ],
      SAMPLING,
    );
    expect(many[0]!.p).toBe(alone!.p);
    expect(many[0]!.effects).toEqual([]);
  });

  it('reports the first of two slices alone: each is the complement of the other', () => {
    const row = noise.map((value, q) => value + (q % 2 === 0 ? 0.35 : 0));
    const [test] = testSlices([row], [odd], SAMPLING);
    expect(test!.effects.map(({ group }) => group)).toEqual([0]);
  });

  it('counts the questions of the dimension alone', () => {
    const row = noise.map((value, q) => (q < 60 ? value : value + 100));
    const [test] = testSlices([row], [thirds.slice(0, 2)], SAMPLING);
    expect(test!.p).toBe(permutationMaxT([row.slice(0, 60)], thirds.slice(0, 2), SAMPLING).p);
  });

  it('has no p where nothing can be tested, which does not count as a dimension', () => {
    const row = noise.map((value, q) => value + (q < 30 ? 0.35 : 0));
    const [untested, tested] = testSlices([row], [[[0], [1]], thirds], SAMPLING);
    expect(untested).toEqual({ p: null, holm: null, effects: [] });
    expect(tested!.holm).toBe(tested!.p);
  });
});
