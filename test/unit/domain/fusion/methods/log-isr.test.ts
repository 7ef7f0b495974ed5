import { describe, it } from 'vitest';
import { expectFused, lists } from '../make';

describe('Log_ISR', () => {
  it('multiplies by the logarithm of the number of lists: 0 for what one list alone has', () => {
    expectFused(lists('x y', 'y z'), { method: 'log-isr' }, { x: 0, y: Math.LN2 * 1.25, z: 0 });
  });
});
