import { describe, expect, it } from 'vitest';
import { standardisationOf, standardise } from '../../../../src/domain/ltr/matrix';
import { dataOf } from './made';

describe('standardised features', () => {
  it('have the mean and deviation of all rows, divided by n and not by n − 1', () => {
    const data = dataOf([
      [
        [0, 1, 7],
        [0, 3, 7],
      ],
      [
        [0, 5, 7],
        [0, 7, 7],
      ],
    ]);
    const standardisation = standardisationOf(data);
    expect(standardisation).toEqual({ mean: [4, 7], deviation: [Math.sqrt(5), 1] });
    expect([...standardise(data, standardisation)]).toEqual(
      [-3, -1, 1, 3].flatMap((value) => [value / Math.sqrt(5), 0]),
    );
  });

  it('are 0 for a feature of one value, also where its mean would be rounded', () => {
    const data = dataOf([
      [
        [0, 0.1],
        [0, 0.1],
        [0, 0.1],
      ],
    ]);
    expect(standardisationOf(data)).toEqual({ mean: [0.1], deviation: [1] });
  });
});
