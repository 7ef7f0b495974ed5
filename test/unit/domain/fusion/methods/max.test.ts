import { describe, it } from 'vitest';
import { hits } from '../../measures/make';
import { expectFused, shared } from '../make';

describe('CombMAX', () => {
  it('takes the highest score', () => {
    expectFused(shared, { method: 'max', norm: 'none', absent: 'skip' }, { x: 4, y: 3, z: 1 });
  });

  it('rejects 0 for an absent document where it is skipped and scores are negative', () => {
    const lists = [hits({ x: -2, y: -1 }), hits({ y: -3 })];
    expectFused(lists, { method: 'max', norm: 'none', absent: 'skip' }, { x: -2, y: -1 });
    expectFused(lists, { method: 'max', norm: 'none', absent: 'zero' }, { x: 0, y: -1 });
    expectFused([hits({ x: -2 }), hits({ y: -1 })], { method: 'max', norm: 'none', absent: 'min' }, { x: -1, y: -1 });
  });
});
