import { describe, it } from 'vitest';
import { expectFused, shared } from '../make';

describe('CombSUM', () => {
  it('adds scores; a list without the document adds 0', () => {
    expectFused(shared, { method: 'sum', norm: 'none', absent: 'zero' }, { x: 4, y: 5, z: 1 });
  });

  it('adds the lowest score of a list without the document where asked', () => {
    expectFused(shared, { method: 'sum', norm: 'none', absent: 'min' }, { x: 4 + 1, y: 5, z: 2 + 1 });
  });

  it('takes the lowest normalised score, not the lowest score', () => {
    expectFused(
      shared,
      { method: 'sum', norm: 'max', absent: 'min' },
      { x: 1 + 1 / 3, y: 1 / 2 + 1, z: 1 / 2 + 1 / 3 },
    );
  });
});
