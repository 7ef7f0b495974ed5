import { describe, expect, it } from 'vitest';
import { calibrationTimes, gradeByCuts, gradeCuts } from '../../../../src/domain/automatic-judges/grade-cuts';

describe('scores cut into grades', () => {
  it('as many passages have each grade as people gave it', () => {
    const graded = [
      { score: 3.5, grade: 0 },
      { score: 2, grade: 2 },
      { score: 1, grade: 1 },
      { score: -1, grade: 0 },
      { score: -2, grade: 1 },
      { score: 9, grade: -1 },
    ];
    const cuts = gradeCuts(graded)!;
    expect(cuts).toEqual([0, 2.75]);
    expect([3.5, 2, 0, -0.1].map((score) => gradeByCuts(score, cuts))).toEqual([2, 1, 1, 0]);
  });

  it('where all are relevant all are; where none is, none is', () => {
    expect(gradeByCuts(-99, gradeCuts([{ score: 1, grade: 1 }])!)).toBe(1);
    expect(gradeByCuts(99, gradeCuts([{ score: 1, grade: 0 }])!)).toBe(0);
    expect(gradeCuts([])).toBeNull();
  });

  it('a grade that nobody gave keeps grades in order', () => {
    const cuts = gradeCuts([
      { score: 2, grade: 3 },
      { score: 1, grade: 0 },
    ])!;
    expect(cuts).toEqual([1.5, 1.5, 1.5]);
    expect(gradeByCuts(1.5, cuts)).toBe(3);
  });

  it('calibrates after 5, 10, 20 … questions', () => {
    expect(calibrationTimes(4)).toEqual([0]);
    expect(calibrationTimes(45)).toEqual([0, 5, 10, 20, 40]);
  });
});
