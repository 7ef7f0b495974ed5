import { describe, expect, it } from 'vitest';
import { ONE_LOGIT, relevance } from '../../../../src/adapters/model/pairs';

const output = (values: number[], ...dims: number[]) => ({ data: Float32Array.from(values), dims });

describe('relevance', () => {
  it('is the only logit', () => {
    expect([...relevance(output([2, -1], 2, 1), 2, ONE_LOGIT)]).toEqual([2, -1]);
    expect([...relevance(output([2, -1], 2), 2, ONE_LOGIT)]).toEqual([2, -1]);
  });

  it('is of two the difference to the label that means relevant, not its logit alone', () => {
    const two = output([1, 3, 5, 4], 2, 2);
    expect([...relevance(two, 2, { logit: 'difference', relevant: 1 })]).toEqual([2, -1]);
    expect([...relevance(two, 2, { logit: 'difference', relevant: 0 })]).toEqual([-2, 1]);
  });

  it('of another number of labels, or that is no number, is refused', () => {
    expect(() => relevance(output([1, 2, 3, 4], 2, 2), 2, ONE_LOGIT)).toThrow(/2 × 2 logits where 2 × 1/);
    expect(() => relevance(output([1, 2], 2, 1), 2, { logit: 'difference', relevant: 1 })).toThrow(/2 × 1 logits/);
    expect(() => relevance(output([1, 2, 3], 1, 3, 1), 1, ONE_LOGIT)).toThrow(/1 × 3 × 1 logits/);
    expect(() => relevance(output([1, NaN], 2, 1), 2, ONE_LOGIT)).toThrow(/no numbers/);
  });
});
