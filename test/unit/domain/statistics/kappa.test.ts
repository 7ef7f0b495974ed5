import { describe, expect, it } from 'vitest';
import { cohensKappa } from '../../../../src/domain/statistics/inter-rater';

describe('Cohen’s kappa', () => {
  it('is 1 where all agree, 0 where they agree as often as chance does, and below 0 where less', () => {
    const both = (a: number, b: number): [number, number][] => [
      [0, a],
      [0, b],
      [1, a],
      [1, b],
    ];
    expect(
      cohensKappa(
        [
          [0, 0],
          [1, 1],
        ],
        2,
      ).kappa,
    ).toBe(1);
    expect(cohensKappa(both(0, 1), 2).kappa).toBe(0);
    expect(
      cohensKappa(
        [
          [0, 1],
          [1, 0],
        ],
        2,
      ).kappa,
    ).toBe(-1);
  });

  it('is not the share of equal grades: nine of ten zeros agree by chance', () => {
    const pairs = [...Array.from({ length: 9 }, () => [0, 0] as const), [1, 0] as const];
    const { observed, kappa } = cohensKappa(pairs, 2);
    expect(observed).toBe(0.9);
    expect(kappa).toBeCloseTo(0, 12);
  });

  it('weighs a disagreement by the distance of the grades, also across a grade that nobody gave', () => {
    const equal = [
      [0, 0],
      [3, 3],
      [0, 0],
    ] as const;
    expect(cohensKappa([...equal, [3, 2]], 4).linear!).toBeGreaterThan(cohensKappa([...equal, [3, 0]], 4).linear!);
    const pairs = [...equal, [1, 1], [3, 1], [0, 3]] as const;
    // Were 3 the third grade because nobody gave 2, it would be as far from 1 as 1 is from 0.
    const renumbered = pairs.map(([a, b]) => [Math.min(a, 2), Math.min(b, 2)] as const);
    expect(Math.abs(cohensKappa(pairs, 4).linear! - cohensKappa(renumbered, 3).linear!)).toBeGreaterThan(0.01);
  });

  it('is not defined, and says so, for no items and for one grade alone', () => {
    expect(cohensKappa([], 4)).toMatchObject({ items: 0, kappa: null, linear: null, undefined: 'no-items' });
    expect(
      cohensKappa(
        [
          [2, 2],
          [2, 2],
        ],
        4,
      ),
    ).toMatchObject({ kappa: null, linear: null, undefined: 'one-grade' });
    expect(
      cohensKappa(
        [
          [2, 2],
          [2, 1],
        ],
        4,
      ),
    ).toMatchObject({ kappa: 0, undefined: null });
  });

  it('refuses a grade that is not on the scale', () => {
    expect(() => cohensKappa([[0, 4]], 4)).toThrow('grade 4 is not on the scale of 0 to 3');
    expect(() => cohensKappa([[-1, 0]], 4)).toThrow(RangeError);
  });
});
