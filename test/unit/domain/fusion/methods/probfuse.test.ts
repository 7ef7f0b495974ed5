import { describe, expect, it } from 'vitest';
import { trainProbfuse } from '../../../../../src/domain/fusion/methods/probfuse';
import { expectFused, lists, question } from '../make';

describe('ProbFuse', () => {
  it('divides the probability of a segment by its number, from 1', () => {
    const spec = { method: 'probfuse' as const, probabilities: [[0.8, 0.2]] };
    expectFused(lists('a b c d'), spec, { a: 0.8, b: 0.8, c: 0.1, d: 0.1 });
    // Segments of ⌈3 / 2⌉: the last is shorter.
    expectFused(lists('a b c'), spec, { a: 0.8, b: 0.8, c: 0.1 });
  });
});

describe('trainProbfuse', () => {
  it('averages the share of relevant documents in each segment over the questions', () => {
    expect(trainProbfuse([question('a b c', 'a c'), question('d e f g', 'd e')], 2)).toEqual([
      [(1 / 2 + 1) / 2, (1 / 1 + 0) / 2],
    ]);
  });

  it('takes an empty segment for one without relevant documents', () => {
    expect(trainProbfuse([question('a', 'a'), question('', 'b')], 2)).toEqual([[1 / 2, 0]]);
  });
});
