import { describe, it } from 'vitest';
import { expectFused, lists } from '../make';

describe('weighted Borda-fuse', () => {
  it('multiplies the points of a list by its weight, those it shares too', () => {
    expectFused(
      lists('x y', 'y z'),
      { method: 'w-bordafuse', weights: [1, 0.5] },
      {
        x: 3 + 1 * 0.5,
        y: 2 + 3 * 0.5,
        z: 1 + 2 * 0.5,
      },
    );
  });
});
