import { describe, it } from 'vitest';
import { expectFused, lists } from '../make';

describe('RBC', () => {
  it('adds (1 − φ) · φ^(r − 1): the first rank has 1 − φ', () => {
    expectFused(lists('x y', 'y z'), { method: 'rbc', persistence: 0.8 }, { x: 0.2, y: 0.16 + 0.2, z: 0.16 });
  });

  it('is the first rank alone with φ = 0', () => {
    expectFused(lists('x y'), { method: 'rbc', persistence: 0 }, { x: 1, y: 0 });
  });
});
