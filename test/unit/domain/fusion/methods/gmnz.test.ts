import { describe, expect, it } from 'vitest';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { expectFused, fused, shared } from '../make';

describe('CombGMNZ', () => {
  it('multiplies the sum by a power of the number of lists that have the document', () => {
    const spec: SpecOf<'gmnz'> = { method: 'gmnz', norm: 'none', absent: 'zero', gamma: 0.5 };
    expectFused(shared, spec, { x: 4, y: 5 * Math.SQRT2, z: 1 });
  });

  it('is CombSUM with γ = 0 and CombMNZ with γ = 1', () => {
    const at = (gamma: number) => fused(shared, { method: 'gmnz', norm: 'min-max', absent: 'min', gamma });
    expect(at(0)).toEqual(fused(shared, { method: 'sum', norm: 'min-max', absent: 'min' }));
    expect(at(1)).toEqual(fused(shared, { method: 'mnz', norm: 'min-max', absent: 'min' }));
  });
});
