import { describe, expect, it } from 'vitest';
import { expectFused, fused, lists } from '../make';

describe('LogN_ISR', () => {
  it('multiplies by the logarithm of the number of lists plus σ', () => {
    expectFused(
      lists('x y', 'y z'),
      { method: 'logn-isr', sigma: 0.1 },
      {
        x: Math.log(1.1),
        y: Math.log(2.1) * 1.25,
        z: Math.log(1.1) / 4,
      },
    );
  });

  it('is Log_ISR with σ = 0', () => {
    const both = lists('x y', 'y z');
    expect(fused(both, { method: 'logn-isr', sigma: 0 })).toEqual(fused(both, { method: 'log-isr' }));
  });
});
