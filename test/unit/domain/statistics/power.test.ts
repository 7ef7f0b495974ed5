import { describe, expect, it } from 'vitest';
import { questionsNeeded } from '../../../../src/domain/statistics/power';

describe('questionsNeeded', () => {
  // The smallest n at which scipy 1.17.1, stats.nct, gives a two-sided test at .05 a power of .8
  it.each([
    [0.02, 19_625],
    [0.05, 3142],
    [0.1, 787],
    [0.2, 199],
    [0.3, 90],
    [0.33, 75],
    [0.5, 34],
    [0.8, 15],
    [1, 10],
    [1.5, 6],
    [2, 5],
    [2.5, 4],
  ])('dz = %s: %s by the noncentral t distribution, or one fewer', (dz, exact) => {
    expect([exact - 1, exact]).toContain(questionsNeeded(dz));
    expect(questionsNeeded(-dz)).toBe(questionsNeeded(dz));
  });

  it('is two at least, of which there can be a standard deviation', () => {
    expect(questionsNeeded(100)).toBeGreaterThanOrEqual(2);
  });

  it('is not defined where there is no difference to find, or no dz', () => {
    expect(questionsNeeded(0)).toBeNull();
    expect(questionsNeeded(null)).toBeNull();
  });
});
