import { describe, expect, it } from 'vitest';
import { docId, type Ranking } from '../../../../src/base/types';
import { fuse } from '../../../../src/domain/fusion/fuse';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { openListShares } from '../../../../src/domain/fusion/list-shares';

const [a, b, c] = ['a', 'b', 'c'].map(docId) as [Id, Id, Id];
type Id = ReturnType<typeof docId>;
const first: Ranking = [
  { id: a, score: 10 },
  { id: b, score: 6 },
  { id: c, score: 2 },
];
const second: Ranking = [
  { id: c, score: 0.9 },
  { id: b, score: 0.1 },
];

describe('openListShares', () => {
  it('of reciprocal rank is the weight by the rank of each list, 0 where it has not the document', () => {
    const shares = openListShares([first, second], { method: 'rrf', constant: 60, weights: [2, 1] })!;
    expect(shares(a)).toEqual([2 / 61, 0]);
    expect(shares(b)).toEqual([2 / 62, 1 / 62]);
    expect(shares(c)).toEqual([2 / 63, 1 / 61]);
    expect(shares(docId('d'))).toBeNull();
  });

  it('of a weighted sum is the weighted normalised score, and adds up to the fused one', () => {
    const spec: FusionSpec = { method: 'wsum', norm: 'min-max', absent: 'zero', weights: [0.7, 0.3] };
    const shares = openListShares([first, second], spec)!;
    expect(shares(b)![0]).toBeCloseTo(0.7 * 0.5, 12);
    expect(shares(b)![1]).toBe(0);
    for (const { id, score } of fuse([first, second], spec))
      expect(shares(id)!.reduce((sum, share) => sum + share, 0)).toBeCloseTo(score, 12);
  });

  it('is nothing where the parts are no parts: shared weights, scores below 0, products', () => {
    const skip: FusionSpec = { method: 'wsum', norm: 'min-max', absent: 'skip', weights: [0.7, 0.3] };
    expect(openListShares([first, second], skip)!(a)).toBeNull();
    const zmuv: FusionSpec = { method: 'wsum', norm: 'zmuv', absent: 'zero', weights: [0.7, 0.3] };
    expect(openListShares([first, second], zmuv)!(b)).toBeNull();
    const mnz: FusionSpec = { method: 'wmnz', norm: 'min-max', absent: 'zero', weights: [0.7, 0.3] };
    expect(openListShares([first, second], mnz)).toBeNull();
  });
});
