import { describe, expect, it } from 'vitest';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { expectFused, fused, shared } from '../make';

const spec: SpecOf<'arithmetic-mean'> = { method: 'arithmetic-mean', norm: 'none', absent: 'zero', weights: [3, 1] };

describe('weighted arithmetic mean', () => {
  it('divides by all weights where an absent document is at 0, as OpenSearch does', () => {
    expectFused(shared, spec, { x: 12 / 4, y: 9 / 4, z: 1 / 4 });
  });

  it('divides by the weights of the lists that have the document where the others are skipped', () => {
    expectFused(shared, { ...spec, absent: 'skip' }, { x: 4, y: 9 / 4, z: 1 });
  });

  it('is the weighted sum of weights that add to 1', () => {
    const weights = [0.75, 0.25];
    expect(fused(shared, { ...spec, weights })).toEqual(fused(shared, { ...spec, weights, method: 'wsum' }));
  });
});
