import { describe, it } from 'vitest';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { expectFused, shared } from '../make';

describe('Mixed', () => {
  it('multiplies the weighted sum by the root of the number of lists that have the document', () => {
    const spec: SpecOf<'mixed'> = { method: 'mixed', norm: 'none', absent: 'zero', weights: [0.5, 0.25] };
    expectFused(shared, spec, { x: 2, y: 1.75 * Math.SQRT2, z: 0.25 });
    expectFused(shared, { ...spec, absent: 'min' }, { x: 2.25, y: 1.75 * Math.SQRT2, z: 1.25 });
    expectFused(shared, { ...spec, absent: 'skip' }, { x: 3, y: 1.75 * Math.SQRT2, z: 0.75 });
  });
});
