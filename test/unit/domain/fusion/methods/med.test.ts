import { describe, it } from 'vitest';
import { hits } from '../../measures/make';
import { expectFused } from '../make';

const three = [hits({ x: 9, y: 1 }), hits({ x: 2, y: 7, z: 5 }), hits({ x: 3 })];

describe('CombMED', () => {
  it('takes the score in the middle, of two the mean', () => {
    expectFused(three, { method: 'med', norm: 'none', absent: 'skip' }, { x: 3, y: 4, z: 5 });
  });

  it('counts lists without the document where asked', () => {
    expectFused(three, { method: 'med', norm: 'none', absent: 'zero' }, { x: 3, y: 1, z: 0 });
    expectFused(three, { method: 'med', norm: 'none', absent: 'min' }, { x: 3, y: 3, z: 3 });
  });

  it('rejects sorting as text', () => {
    expectFused(
      [hits({ x: 10 }), hits({ x: 9 }), hits({ x: 100 })],
      { method: 'med', norm: 'none', absent: 'skip' },
      { x: 10 },
    );
  });
});
