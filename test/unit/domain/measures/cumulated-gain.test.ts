import { describe, expect, it } from 'vitest';
import { value } from './make';

const judgments = { a: 3, b: 2, c: 1, zero: 0, negative: -1 };

describe('nDCG', () => {
  it('is discounted gain as a share of the ideal ranking, gain being the grade', () => {
    const ideal = 3 + 2 / Math.log2(3) + 1 / Math.log2(4);
    expect(value('nDCG', 'c a', judgments)).toBeCloseTo((1 + 3 / Math.log2(3)) / ideal, 15);
  });

  it('rejects exponential gain', () => {
    const exponential = (1 + 7 / Math.log2(3)) / (7 + 3 / Math.log2(3) + 1 / Math.log2(4));
    expect(value('nDCG', 'c a', judgments)).not.toBeCloseTo(exponential, 3);
  });

  it('rejects an ideal ranking that is not cut at k', () => {
    expect(value('nDCG@1', 'a', judgments)).toBe(1);
    expect(value('nDCG@1', 'a', judgments)).not.toBe(3 / (3 + 2 / Math.log2(3) + 1 / Math.log2(4)));
  });

  it('rejects an ideal ranking of the retrieved documents only', () => {
    expect(value('nDCG@2', 'c x', judgments)).toBeCloseTo(1 / (3 + 2 / Math.log2(3)), 15);
  });

  it('gains nothing from negative grades, grade 0 and unjudged documents, which hold their ranks', () => {
    expect(value('nDCG@4', 'negative zero unjudged a', judgments)).toBeCloseTo(
      value('nDCG@4', 'x y z a', judgments),
      15,
    );
  });

  it('does not depend on the threshold of relevance, as in trec_eval', () => {
    expect(value('nDCG@2', 'c b', judgments, { relevance: 3 })).toBe(value('nDCG@2', 'c b', judgments));
  });

  it('is 0 where no grade is positive', () => {
    expect(value('nDCG', 'zero', { zero: 0, negative: -1 })).toBe(0);
  });
});

describe('nDCGexp', () => {
  it('has the gain 2^grade − 1', () => {
    const ideal = 7 + 3 / Math.log2(3);
    expect(value('nDCGexp@2', 'b a', { a: 3, b: 2, c: 1 })).toBeCloseTo((3 + 7 / Math.log2(3)) / ideal, 15);
  });

  it('rejects linear gain', () => {
    expect(value('nDCGexp@2', 'b a', { a: 3, b: 2 })).not.toBeCloseTo(value('nDCG@2', 'b a', { a: 3, b: 2 }), 3);
  });

  it('is nDCG where grades are 0 and 1', () => {
    expect(value('nDCGexp', 'x a b', { a: 1, b: 1, c: 1 })).toBe(value('nDCG', 'x a b', { a: 1, b: 1, c: 1 }));
  });
});
