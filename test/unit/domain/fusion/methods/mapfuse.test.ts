import { describe, expect, it } from 'vitest';
import { trainMapfuse } from '../../../../../src/domain/fusion/methods/mapfuse';
import { expectFused, lists, question } from '../make';

describe('MAPFuse', () => {
  it('adds MAP / rank', () => {
    expectFused(lists('x y', 'y z'), { method: 'mapfuse', precision: [0.5, 0.2] }, { x: 0.5, y: 0.25 + 0.2, z: 0.1 });
  });
});

describe('trainMapfuse', () => {
  it('averages the average precision of a list, which counts relevant documents that it has not', () => {
    const trained = trainMapfuse([question('a b c', 'b z'), question('d', 'd')]);
    expect(trained).toHaveLength(1);
    expect(trained[0]).toBeCloseTo((1 / 2 / 2 + 1) / 2, 15);
  });

  it('counts grades from the one asked', () => {
    expect(trainMapfuse([question('a', 'a')], 2)).toEqual([0]);
  });
});
