import { describe, it } from 'vitest';
import { expectFused, lists } from '../make';

describe('Borda-fuse', () => {
  it('gives points from the size of the pool, and shares what is left', () => {
    // N = 3; each list leaves one document, which gets (3 − 2 + 1) / 2.
    expectFused(lists('x y', 'y z'), { method: 'bordafuse' }, { x: 3 + 1, y: 2 + 3, z: 1 + 2 });
  });

  it('rejects no points for documents that a list does not have', () => {
    expectFused(lists('a b c', ''), { method: 'bordafuse' }, { a: 3 + 2, b: 2 + 2, c: 1 + 2 });
  });
});
