import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../src/domain/fusion/fuse';
import { type FusionSpec, fusionProblems, fusionSchema, type SpecOf } from '../../../../src/domain/fusion/fusion-spec';
import { nearestFusion, toldFusionOrNull } from '../../../../src/domain/handover/fusions';
import { anyFusion } from '../../../property/fusions';
import { ordered } from '../measures/make';

const rrf = (constant: number, ...weights: number[]): SpecOf<'rrf'> => ({ method: 'rrf', constant, weights });
const wsum = (norm: 'min-max' | 'l2' | 'zmuv', ...weights: number[]): FusionSpec => ({
  method: 'wsum',
  norm,
  absent: 'zero',
  weights,
});

describe('how an engine is told a fusion', () => {
  it.each([
    ['elasticsearch', rrf(60, 2, 1), { form: 'rrf', constant: 60, weights: [2, 1] }],
    ['qdrant', rrf(60, 1, 1), { form: 'rrf', constant: 61, weights: [1, 1] }],
    ['opensearch', wsum('l2', 1, 3), { form: 'arithmetic_mean', norm: 'l2', weights: [0.25, 0.75] }],
    ['elasticsearch', { method: 'qdrant-rrf', k: 61, weights: [1, 1] }, { form: 'rrf', constant: 60 }],
  ] as const)('%s has it by its own name, or another that gives the same lists: %j', (engine, fusion, told) => {
    expect(toldFusionOrNull(engine, fusion as FusionSpec, 2)).toMatchObject(told);
  });

  it.each([
    ['qdrant', rrf(60, 0.7, 0.3)],
    ['opensearch', rrf(0, 1, 1)],
    ['opensearch', rrf(10_001, 1, 1)],
    ['elasticsearch', rrf(1.5, 1, 1)],
    ['elasticsearch', { method: 'rrf', constant: 'half-length', weights: [1, 1] }],
    ['elasticsearch', wsum('min-max', 1, 1)],
  ] as const)('%s has none: %j', (engine, fusion) => {
    expect(toldFusionOrNull(engine, fusion as FusionSpec, 2)).toBeNull();
  });
});

describe('the nearest fusion of an engine', () => {
  it.each([
    ['qdrant', rrf(60, 0.7, 0.3), { method: 'qdrant-rrf', k: 61, weights: [expect.closeTo(1.4), expect.closeTo(0.6)] }],
    ['elasticsearch', wsum('min-max', 0.3, 0.7), { ...wsum('min-max', 0.3, 0.7), norm: 'elasticsearch-min-max' }],
    ['opensearch', wsum('zmuv', 0.3, 0.7), { method: 'arithmetic-mean', norm: 'opensearch-z-score' }],
    ['qdrant', wsum('zmuv', 0.3, 0.7), { method: 'sum', norm: { kind: 'dbsf' } }],
    ['opensearch', { method: 'isr' }, rrf(60, 1, 1)],
  ] as const)('of %s for %j', (engine, fusion, nearest) => {
    expect(nearestFusion(engine, fusion as FusionSpec, 2)).toMatchObject(nearest);
  });

  const LISTS = [ordered('a b c d e f'), ordered('f g b h i')];
  const ids = (fusion: FusionSpec): string =>
    fuse(LISTS, fusion)
      .map(({ id }) => id)
      .join(' ');

  it.each(['elasticsearch', 'opensearch', 'qdrant'] as const)('is sound, and what %s can compute', (engine) => {
    fc.assert(
      fc.property(anyFusion(2), (asked) => {
        const nearest = nearestFusion(engine, asked, 2);
        expect(v.safeParse(fusionSchema, nearest).success).toBe(true);
        expect(fusionProblems(nearest, 2)).toEqual([]);
        expect(toldFusionOrNull(engine, nearest, 2)).not.toBeNull();
        const told = toldFusionOrNull(engine, asked, 2);
        if (told) expect(ids(told.fusion)).toBe(ids(asked));
      }),
      { numRuns: 200 },
    );
  });
});
