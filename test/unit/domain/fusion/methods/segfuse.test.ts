import { describe, expect, it } from 'vitest';
import { trainSegfuse } from '../../../../../src/domain/fusion/methods/segfuse';
import { hits } from '../../measures/make';
import { expectFused, fused, question } from '../make';

describe('SegFuse', () => {
  it('multiplies the probability of the segment by the score plus 1; segments end at ranks 5, 15, 35, …', () => {
    const spec = { method: 'segfuse' as const, norm: 'none' as const, probabilities: [[0.5, 0.1], [1]] };
    const found = fused([hits({ a: 9, b: 8, c: 7, d: 6, e: 5, f: 4 }), hits({ f: 2 })], spec);
    expect(found['a']).toBeCloseTo(0.5 * 10, 14);
    expect(found['e']).toBeCloseTo(0.5 * 6, 14);
    expect(found['f']).toBeCloseTo(0.1 * 5 + 1 * 3, 14);
  });

  it('gives nothing for a list without the document, even where the norm does', () => {
    const spec = { method: 'segfuse' as const, norm: 'borda' as const, probabilities: [[1], [1]] };
    expectFused([hits({ a: 1 }), hits({ b: 1 })], spec, { a: 2, b: 2 });
  });
});

describe('trainSegfuse', () => {
  it('averages the share of relevant documents in the full length of each segment', () => {
    const [trained] = trainSegfuse([question('a b c d e f', 'a f'), question('g', 'g')]);
    expect(trained).toHaveLength(10);
    expect(trained![0]).toBeCloseTo((1 / 5 + 1 / 5) / 2, 15);
    expect(trained![1]).toBeCloseTo(1 / 10 / 2, 15);
    expect(trained!.slice(2)).toEqual(new Array(8).fill(0));
  });
});
