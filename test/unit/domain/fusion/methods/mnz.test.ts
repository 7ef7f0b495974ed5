import { describe, it } from 'vitest';
import { expectFused, shared } from '../make';

describe('CombMNZ', () => {
  it('multiplies the sum by the number of lists that have the document', () => {
    expectFused(shared, { method: 'mnz', norm: 'none', absent: 'zero' }, { x: 4, y: 10, z: 1 });
  });

  it('rejects counting a list that adds its lowest score without having the document', () => {
    expectFused(shared, { method: 'mnz', norm: 'none', absent: 'min' }, { x: 5, y: 10, z: 3 });
  });

  it('counts every list under the norm borda, which leaves no document absent', () => {
    const spec = { method: 'mnz', norm: 'borda', absent: 'zero' } as const;
    // Of N = 3: places 1, 2/3 and what is left, 1/3.
    expectFused(shared, spec, { x: 2 * (1 + 1 / 3), y: 2 * (2 / 3 + 1), z: 2 * (1 / 3 + 2 / 3) });
  });
});
