import { describe, expect, it } from 'vitest';
import { krippendorffsAlpha } from '../../../../src/domain/statistics/inter-rater';

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
