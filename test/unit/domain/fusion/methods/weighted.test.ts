import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import type { SpecOf } from '../../../../../src/domain/fusion/fusion-spec';
import { hits } from '../../measures/make';
import { expectFused, fused, shared } from '../make';

const halves: SpecOf<'wsum'> = { method: 'wsum', norm: 'min-max', weights: [0.5, 0.5], absent: 'zero' };

describe('weighted sum', () => {
  it('adds weighted normalised scores; a list without the document adds nothing', () => {
    const both = [hits({ a: 10, b: 5, c: 0 }), hits({ b: 0.9, d: 0.5, e: 0.1 })];
    const found = fuse(both, { ...halves, weights: [0.7, 0.3] });
    expect(found.map((hit) => hit.id)).toEqual(['a', 'b', 'd', 'e', 'c']);
    expect(found[0]!.score).toBeCloseTo(0.7, 15);
    expect(found[1]!.score).toBeCloseTo(0.65, 15);
    expect(found[2]!.score).toBeCloseTo(0.15, 15);
    expect(found[3]!.score).toBe(0);
  });

  it('rejects min-max over the union: each list has its own range', () => {
    const found = fused([hits({ a: 100, b: 0 }), hits({ c: 0.2, d: 0.1 })], halves);
    expect(found['c']).toBe(0.5);
    expect(found['c']).not.toBeCloseTo(0.001, 6);
  });

  it('rejects raw scores: the list with the larger numbers does not decide alone', () => {
    const found = fuse([hits({ a: 100, b: 99, c: 0 }), hits({ b: 0.9, a: 0.1, c: 0 })], halves);
    expect(found[0]!.id).toBe('b');
  });

  it('skips a list without the document and makes its weight good by the others', () => {
    const spec: SpecOf<'wsum'> = { method: 'wsum', norm: 'none', weights: [0.5, 0.25], absent: 'skip' };
    expectFused(shared, spec, { x: 4 * 0.75, y: 2 * 0.5 + 3 * 0.25, z: 1 * 0.75 });
    expectFused(shared, { ...spec, weights: [1, 0] }, { x: 4, y: 2, z: 0 });
  });

  it('stays finite where the lists that have a document weigh almost nothing beside the others', () => {
    const lists = [hits({ a: 0 }), hits({ b: 1, c: 0 })];
    const spec: SpecOf<'wsum'> = { ...halves, weights: [8.9e-16, Number.MIN_VALUE], absent: 'skip' };
    expect(fused(lists, spec)).toEqual({ a: 0, b: 8.9e-16, c: 0 });
  });

  it('adds the weighted lowest score of a list without the document where asked', () => {
    const spec: SpecOf<'wsum'> = { method: 'wsum', norm: 'none', weights: [0.5, 0.25], absent: 'min' };
    expectFused(shared, spec, { x: 2 + 0.25, y: 1.75, z: 0.25 + 1 });
  });
});

const arithmetic: SpecOf<'arithmetic-mean'> = {
  method: 'arithmetic-mean',
  norm: 'none',
  absent: 'zero',
  weights: [3, 1],
};

describe('weighted arithmetic mean', () => {
  it('divides by all weights where an absent document is at 0, as OpenSearch does', () => {
    expectFused(shared, arithmetic, { x: 12 / 4, y: 9 / 4, z: 1 / 4 });
  });

  it('divides by the weights of the lists that have the document where the others are skipped', () => {
    expectFused(shared, { ...arithmetic, absent: 'skip' }, { x: 4, y: 9 / 4, z: 1 });
  });

  it('is the weighted sum of weights that add to 1', () => {
    const weights = [0.75, 0.25];
    expect(fused(shared, { ...arithmetic, weights })).toEqual(
      fused(shared, { ...arithmetic, weights, method: 'wsum' }),
    );
  });
});

const geometric: SpecOf<'geometric-mean'> = { method: 'geometric-mean', norm: 'none', absent: 'skip', weights: [3, 1] };

describe('weighted geometric mean', () => {
  it('is the root of the product of powers over the lists that have the document', () => {
    expectFused(shared, geometric, { x: 4, y: (2 ** 3 * 3) ** (1 / 4), z: 1 });
  });

  it('takes the lowest score of a list without the document where asked', () => {
    expectFused(shared, { ...geometric, absent: 'min' }, { x: (4 ** 3) ** (1 / 4), y: 24 ** (1 / 4), z: 8 ** (1 / 4) });
  });

  it('rejects 0 for a document that one list scores 0: that list is left out, as in OpenSearch', () => {
    expectFused([hits({ a: 0, b: 0 }), hits({ a: 3, b: 0 })], geometric, { a: 3, b: 0 });
    expectFused([hits({ a: -1 }), hits({ a: 3 })], geometric, { a: 3 });
  });
});

const harmonic: SpecOf<'harmonic-mean'> = { method: 'harmonic-mean', norm: 'none', absent: 'skip', weights: [3, 1] };

describe('weighted harmonic mean', () => {
  it('is Σ w / Σ (w / s) over the lists that have the document', () => {
    expectFused(shared, harmonic, { x: 4, y: 4 / (3 / 2 + 1 / 3), z: 1 });
  });

  it('takes the lowest score of a list without the document where asked', () => {
    expectFused(shared, { ...harmonic, absent: 'min' }, { x: 4 / (3 / 4 + 1), y: 24 / 11, z: 4 / (3 / 2 + 1) });
  });

  it('rejects 0 for a document that one list scores 0: that list is left out, as in OpenSearch', () => {
    expectFused([hits({ a: 0, b: 0 }), hits({ a: 3, b: 0 })], harmonic, { a: 3, b: 0 });
    expectFused([hits({ a: -1 }), hits({ a: 3 })], harmonic, { a: 3 });
  });
});

describe('weighted CombMNZ', () => {
  it('multiplies the unweighted sum by the weights of the lists that have the document', () => {
    const spec: SpecOf<'wmnz'> = { method: 'wmnz', norm: 'none', absent: 'zero', weights: [0.5, 0.25] };
    expectFused(shared, spec, { x: 4 * 0.5, y: 5 * 0.75, z: 1 * 0.25 });
    expectFused(shared, { ...spec, absent: 'min' }, { x: 5 * 0.5, y: 5 * 0.75, z: 3 * 0.25 });
  });
});

describe('Mixed', () => {
  it('multiplies the weighted sum by the root of the number of lists that have the document', () => {
    const spec: SpecOf<'mixed'> = { method: 'mixed', norm: 'none', absent: 'zero', weights: [0.5, 0.25] };
    expectFused(shared, spec, { x: 2, y: 1.75 * Math.SQRT2, z: 0.25 });
    expectFused(shared, { ...spec, absent: 'min' }, { x: 2.25, y: 1.75 * Math.SQRT2, z: 1.25 });
    expectFused(shared, { ...spec, absent: 'skip' }, { x: 3, y: 1.75 * Math.SQRT2, z: 0.75 });
  });
});
