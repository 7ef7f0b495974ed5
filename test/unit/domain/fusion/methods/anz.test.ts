import { describe, it } from 'vitest';
import { hits } from '../../measures/make';
import { expectFused, shared } from '../make';

describe('CombANZ', () => {
  it('rejects dividing by all lists where absent documents are skipped', () => {
    expectFused(shared, { method: 'anz', norm: 'none', absent: 'skip' }, { x: 4, y: 2.5, z: 1 });
  });

  it('divides by all lists where they all say something', () => {
    expectFused(shared, { method: 'anz', norm: 'none', absent: 'zero' }, { x: 2, y: 2.5, z: 0.5 });
    expectFused(shared, { method: 'anz', norm: 'none', absent: 'min' }, { x: 2.5, y: 2.5, z: 1.5 });
  });

  it('counts a list that scores the document 0', () => {
    expectFused([hits({ a: 0 }), hits({ a: 3 })], { method: 'anz', norm: 'none', absent: 'skip' }, { a: 1.5 });
  });
});
