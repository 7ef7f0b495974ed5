import { describe, it } from 'vitest';
import { expectFused, lists } from '../make';

describe('ISR', () => {
  it('multiplies the sum of inverse squares of ranks, from 1, by the number of lists', () => {
    expectFused(lists('x y', 'y z'), { method: 'isr' }, { x: 1, y: 2 * (1 / 4 + 1), z: 1 / 4 });
  });
});
