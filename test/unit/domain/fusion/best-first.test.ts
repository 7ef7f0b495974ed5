import { describe, expect, it } from 'vitest';
import { bestFirst } from '../../../../src/domain/fusion/best-first';

describe('bestFirst', () => {
  it('puts the highest score first and keeps the order of equal ones', () => {
    expect([...bestFirst(Float64Array.of(1, 3, 2, 3, 1))]).toEqual([1, 3, 2, 0, 4]);
  });

  it('sorts the positions given, and leaves them as they are', () => {
    const positions = Int32Array.of(4, 2, 0);
    expect([...bestFirst(Float64Array.of(5, 9, 6, 9, 5), positions)]).toEqual([2, 4, 0]);
    expect([...positions]).toEqual([4, 2, 0]);
  });

  it('merges runs of any length: many scores, many of them equal', () => {
    for (const length of [0, 1, 11, 12, 13, 24, 25, 100, 1000]) {
      const scores = Float64Array.from({ length }, (_, i) => (i * 7919) % 17);
      const expected = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
      expect([...bestFirst(scores)]).toEqual(expected);
    }
  });
});
