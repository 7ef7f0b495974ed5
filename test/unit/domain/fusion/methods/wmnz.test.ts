import { describe, it } from 'vitest';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { expectFused, shared } from '../make';

describe('weighted CombMNZ', () => {
  it('multiplies the unweighted sum by the weights of the lists that have the document', () => {
    const spec: SpecOf<'wmnz'> = { method: 'wmnz', norm: 'none', absent: 'zero', weights: [0.5, 0.25] };
    expectFused(shared, spec, { x: 4 * 0.5, y: 5 * 0.75, z: 1 * 0.25 });
    expectFused(shared, { ...spec, absent: 'min' }, { x: 5 * 0.5, y: 5 * 0.75, z: 3 * 0.25 });
  });
});
