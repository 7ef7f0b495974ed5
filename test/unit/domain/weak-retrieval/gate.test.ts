import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { gated, thresholdAt } from '../../../../src/domain/weak-retrieval/gate';

describe('a gate on reranking', () => {
  it('takes the threshold that comes nearest to a share, and reranks more where two are as near', () => {
    expect(thresholdAt([4, 3, 2, 1], 0.5)).toBe(2);
    expect(thresholdAt([1, 1, 1, 1, 9], 0.2)).toBe(-Infinity);
    expect(thresholdAt([1, 1, 9, 9], 0.25)).toBe(1);
    expect(thresholdAt([1, 2, 3], 0)).toBe(-Infinity);
  });

  it('reranks what is at its threshold or below, and empty lists', () => {
    const ids = ['a', 'b', 'c'].map(queryId);
    expect(gated({ kind: 'threshold', signal: 'gap', threshold: 2 }, ids, [2, 3, -Infinity])).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('reranks about its share, each question by thresholds of others', () => {
    const ids = Array.from({ length: 100 }, (_, i) => queryId(`q${i}`));
    const signals = ids.map((_, i) => (i * 37) % 100);
    const spec = { kind: 'share', signal: 'gap', share: 0.3, folds: 5, seed: 1 } as const;
    const marked = gated(spec, ids, signals).filter(Boolean);
    expect(marked.length).toBeGreaterThan(25);
    expect(marked.length).toBeLessThan(35);
    // A question that is stronger than all others opens no gate for itself, as it would by its own quantile.
    const lone = signals.map((_, i) => (i === 7 ? 1 : 5));
    expect(gated({ ...spec, share: 0.01 }, ids, lone)[7]).toBe(false);
    expect(() => gated(spec, ids.slice(0, 3), [1, 2, 3])).toThrow(RangeError);
  });
});
