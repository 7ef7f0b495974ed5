import { describe, expect, it } from 'vitest';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { hits } from '../../measures/make';
import { expectFused, fused, shared } from '../make';

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

describe('CombMNZ', () => {
  it('multiplies the sum by the number of lists that have the document', () => {
    expectFused(shared, { method: 'mnz', norm: 'none', absent: 'zero' }, { x: 4, y: 10, z: 1 });
  });

  it('rejects counting a list that adds its lowest score without having the document', () => {
    expectFused(shared, { method: 'mnz', norm: 'none', absent: 'min' }, { x: 5, y: 10, z: 3 });
  });

  it('counts every list under the norm borda, which leaves no document absent', () => {
    const spec = { method: 'mnz', norm: 'borda', absent: 'zero' } as const;
    // Of N = 3: places 1, 2/3 and what is left, 1/3.
    expectFused(shared, spec, { x: 2 * (1 + 1 / 3), y: 2 * (2 / 3 + 1), z: 2 * (1 / 3 + 2 / 3) });
  });
});

describe('CombGMNZ', () => {
  it('multiplies the sum by a power of the number of lists that have the document', () => {
    const spec: SpecOf<'gmnz'> = { method: 'gmnz', norm: 'none', absent: 'zero', gamma: 0.5 };
    expectFused(shared, spec, { x: 4, y: 5 * Math.SQRT2, z: 1 });
  });

  it('is CombSUM with γ = 0 and CombMNZ with γ = 1', () => {
    const at = (gamma: number) => fused(shared, { method: 'gmnz', norm: 'min-max', absent: 'min', gamma });
    expect(at(0)).toEqual(fused(shared, { method: 'sum', norm: 'min-max', absent: 'min' }));
    expect(at(1)).toEqual(fused(shared, { method: 'mnz', norm: 'min-max', absent: 'min' }));
  });
});

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

describe('CombMIN', () => {
  it('rejects 0 for an absent document where it is skipped', () => {
    expectFused(shared, { method: 'min', norm: 'none', absent: 'skip' }, { x: 4, y: 2, z: 1 });
  });

  it('takes 0 or the lowest score of a list without the document where asked', () => {
    expectFused(shared, { method: 'min', norm: 'none', absent: 'zero' }, { x: 0, y: 2, z: 0 });
    expectFused(shared, { method: 'min', norm: 'none', absent: 'min' }, { x: 1, y: 2, z: 1 });
  });
});
