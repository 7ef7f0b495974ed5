import { describe, it } from 'vitest';
import { expectFused, shared } from '../make';

describe('CombMIN', () => {
  it('rejects 0 for an absent document where it is skipped', () => {
    expectFused(shared, { method: 'min', norm: 'none', absent: 'skip' }, { x: 4, y: 2, z: 1 });
  });

  it('takes 0 or the lowest score of a list without the document where asked', () => {
    expectFused(shared, { method: 'min', norm: 'none', absent: 'zero' }, { x: 0, y: 2, z: 0 });
    expectFused(shared, { method: 'min', norm: 'none', absent: 'min' }, { x: 1, y: 2, z: 1 });
  });
});
