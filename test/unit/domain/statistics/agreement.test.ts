import { describe, expect, it } from 'vitest';
import { cohensKappa, krippendorffsAlpha } from '../../../../src/domain/statistics/inter-rater';
import { areaWithInterval, drawCounts } from '../../../../src/domain/statistics/auc';
import { Random } from '../../../../src/domain/statistics/random';

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

describe('Krippendorff’s α', () => {
  it('is 1 for judges who agree, and falls below 0 for judges who contradict each other', () => {
    expect(
      krippendorffsAlpha(
        [
          [0, 0],
          [1, 1],
          [2, 2, 2],
        ],
        'interval',
      ),
    ).toBe(1);
    expect(
      krippendorffsAlpha(
        [
          [0, 1],
          [1, 0],
          [0, 1],
        ],
        'nominal',
      ),
    ).toBeLessThan(0);
  });

  it('does not depend on the order of judges or units, nor on numbers on an ordinal scale', () => {
    const units = [
      [0, 1, 1],
      [2, 3],
      [3, 3, 2],
      [0, 0],
    ];
    const other = [
      [0, 0],
      [3, 2, 3],
      [3, 2],
      [1, 1, 0],
    ];
    expect(krippendorffsAlpha(other, 'ordinal')).toBeCloseTo(krippendorffsAlpha(units, 'ordinal')!, 12);
    const stretched = units.map((unit) => unit.map((grade) => 10 ** grade));
    expect(krippendorffsAlpha(stretched, 'ordinal')).toBe(krippendorffsAlpha(units, 'ordinal'));
    expect(krippendorffsAlpha(stretched, 'interval')).not.toBe(krippendorffsAlpha(units, 'interval'));
  });

  it('is not defined where chance cannot disagree', () => {
    expect(krippendorffsAlpha([], 'nominal')).toBeNull();
    expect(
      krippendorffsAlpha(
        [
          [1, 1],
          [1, 1],
        ],
        'ordinal',
      ),
    ).toBeNull();
    expect(krippendorffsAlpha([[1], [2]], 'interval')).toBeNull();
  });
});

describe('the area under the ROC curve', () => {
  const positive = [true, true, false, false];
  const areaOf = (scores: number[], kinds = positive) => areaWithInterval(scores, kinds, 1, 1).auc;

  it('is 1 in order, 0 in the opposite order, and a half for a constant, infinite scores included', () => {
    expect(areaOf([4, 3, 2, -Infinity])).toBe(1);
    expect(areaOf([-Infinity, 1, 2, 3])).toBe(0);
    expect(areaOf([7, 7, 7, 7])).toBe(0.5);
    expect(areaOf([-Infinity, -Infinity, -Infinity, -Infinity])).toBe(0.5);
  });

  it('is null where one kind is missing', () => {
    expect(areaOf([1, 2], [true, true])).toBeNull();
    expect(areaWithInterval([1, 2], [true, false], 99, 1)).toEqual({ auc: 0, ci95: null });
  });

  it('has an interval around it, the same for the same seed, and of no width for a constant', () => {
    const scores = Array.from({ length: 60 }, (_, i) => ((i * 37) % 61) + (i % 2) * 15);
    const kinds = scores.map((_, i) => i % 2 === 1);
    const { auc, ci95 } = areaWithInterval(scores, kinds, 999, 5);
    expect(areaWithInterval(scores, kinds, 999, 5).ci95).toEqual(ci95);
    expect(ci95![0]).toBeLessThan(auc!);
    expect(ci95![1]).toBeGreaterThan(auc!);
    expect(ci95![1] - ci95![0]).toBeLessThan(0.4);
    expect(areaWithInterval(kinds.map(Number).fill(3), kinds, 99, 1).ci95).toEqual([0.5, 0.5]);
  });

  it('resamples each kind by itself', () => {
    const counts = new Uint32Array(5);
    drawCounts(
      [
        [0, 2],
        [1, 3, 4],
      ],
      counts,
      new Random(3),
    );
    expect(counts[0]! + counts[2]!).toBe(2);
    expect(counts[1]! + counts[3]! + counts[4]!).toBe(3);
  });
});
