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
