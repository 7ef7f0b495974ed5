import { describe, expect, it } from 'vitest';
import { rerankOrder } from '../../../../src/domain/rerank/rerank-order';
import { hits } from '../measures/make';

const firstStage = hits({ a: 0.9, b: 0.8, c: 0.7, d: 0.6, e: 0.5 });

describe('rerankOrder', () => {
  it('orders by the logit alone where α is 0', () => {
    expect(rerankOrder(firstStage, [-1, 2, 0, 1, 3], 0).map((hit) => hit.id)).toEqual(['e', 'b', 'd', 'c', 'a']);
  });

  it('adds 10·α times the first-stage score', () => {
    const [first, second] = rerankOrder(firstStage.slice(0, 2), [0, 0.1], 0.2);
    expect(first!.id).toBe('a');
    expect(first!.score).toBeCloseTo(0 + 10 * 0.2 * 0.9, 15);
    expect(second!.score).toBeCloseTo(0.1 + 10 * 0.2 * 0.8, 15);
  });

  it('puts what was not reranked below, in first-stage order', () => {
    const order = rerankOrder(firstStage, [-7, -5], 0);
    expect(order.map((hit) => hit.id)).toEqual(['b', 'a', 'c', 'd', 'e']);
    expect(order.map((hit) => hit.score)).toEqual([-5, -7, -8, -9, -10]);
  });

  it('throws for a logit too many and for one that is not finite', () => {
    expect(() => rerankOrder(firstStage, [1, 2, 3, 4, 5, 6], 0)).toThrow('6 logits for 5 passages');
    expect(() => rerankOrder(firstStage, [1, NaN], 0)).toThrow('passage “b” is NaN');
  });
});
