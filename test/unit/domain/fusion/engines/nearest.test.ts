import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINE_IDS } from '../../../../../src/domain/fusion/engines/engine-names';
import { ENGINES, usualWindow } from '../../../../../src/domain/fusion/engines/engines';
import { expressed, nearestFusion } from '../../../../../src/domain/fusion/engines/nearest';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import {
  type FusionSpec,
  fusionProblems,
  fusionSchema,
  type SpecOf,
} from '../../../../../src/domain/fusion/fusion-spec';
import { anyFusion } from '../../../../property/fusions';
import { ordered } from '../../measures/make';
import * as v from 'valibot';

const rrf = (constant: number, ...weights: number[]): SpecOf<'rrf'> => ({ method: 'rrf', constant, weights });
const wsum = (norm: 'min-max' | 'l2' | 'zmuv', ...weights: number[]): FusionSpec => ({
  method: 'wsum',
  norm,
  absent: 'zero',
  weights,
});

describe('how an engine is told a fusion', () => {
  it('has the engine’s own constant: one more where it counts ranks from 0', () => {
    expect(expressed('elasticsearch', rrf(60, 2, 1), 2)).toMatchObject({ form: 'rrf', constant: 60, weights: [2, 1] });
    expect(expressed('chroma', rrf(59, 2, 1), 2)).toMatchObject({ form: 'Rrf', constant: 60, weights: [2, 1] });
    expect(expressed('haystack', rrf(60, 3, 1), 2)).toMatchObject({ constant: 61, weights: [0.75, 0.25] });
  });

  it('is another name where that gives the same lists', () => {
    expect(expressed('qdrant', rrf(60, 1, 1), 2)).toMatchObject({ form: 'rrf', constant: 61, weights: [1, 1] });
    expect(expressed('opensearch', { ...wsum('l2', 1, 3) }, 2)).toMatchObject({
      form: 'arithmetic_mean',
      norm: 'l2',
      weights: [0.25, 0.75],
    });
    expect(expressed('elasticsearch', { method: 'qdrant-rrf', k: 61, weights: [1, 1] }, 2)).toMatchObject({
      form: 'rrf',
      constant: 60,
    });
  });

  it('is nothing where the engine has no such fusion', () => {
    expect(expressed('llamaindex', rrf(59, 0.7, 0.3), 2)).toBeNull();
    expect(expressed('llamaindex', rrf(60, 1, 1), 2)).toBeNull();
    expect(expressed('haystack', rrf(10, 1, 1), 2)).toBeNull();
    expect(expressed('qdrant', rrf(60, 0.7, 0.3), 2)).toBeNull();
    expect(expressed('opensearch', rrf(0, 1, 1), 2)).toBeNull();
    expect(expressed('elasticsearch', { method: 'rrf', constant: 'half-length', weights: [1, 1] }, 2)).toBeNull();
  });

  it('has a window; Elasticsearch’s cuts the fused list, too', () => {
    const window = { lists: 10, fused: 10 };
    expect(expressed('elasticsearch', { ...rrf(60, 1, 1), rankWindow: window }, 2)?.window).toEqual(window);
    expect(expressed('elasticsearch', { ...rrf(60, 1, 1), rankWindow: { lists: 10 } }, 2)).toBeNull();
    expect(nearestFusion('elasticsearch', { ...rrf(60, 1, 1), rankWindow: { lists: 10 } }, 2)).toEqual({
      fusion: { ...rrf(60, 1, 1), rankWindow: window },
      isSame: false,
      losses: [{ part: 'window', asked: { lists: 10 }, given: window }],
    });
  });
});

describe('the nearest fusion of an engine', () => {
  it('is the same where there is one', () => {
    expect(nearestFusion('qdrant', rrf(60, 1, 1), 2)).toEqual({
      fusion: { method: 'qdrant-rrf', k: 61, weights: [1, 1] },
      isSame: true,
      losses: [],
    });
  });

  it('loses the weights under LlamaIndex, and the constant', () => {
    expect(nearestFusion('llamaindex', rrf(60, 0.7, 0.3), 2)).toEqual({
      fusion: rrf(59, 1, 1),
      isSame: false,
      losses: [
        { part: 'weights', asked: [0.7, 0.3], given: [1, 1] },
        { part: 'constant', asked: 60, given: 59 },
      ],
    });
  });

  it('rescales ranks under Qdrant, by weights around 1', () => {
    const { fusion, losses } = nearestFusion('qdrant', rrf(60, 0.7, 0.3), 2);
    expect(fusion).toMatchObject({ method: 'qdrant-rrf', k: 61 });
    const [first, second] = (fusion as { weights: number[] }).weights;
    expect([first, second]).toEqual([expect.closeTo(1.4, 12), expect.closeTo(0.6, 12)]);
    expect(losses).toEqual([{ part: 'method', asked: 'rrf', given: 'qdrant-rrf' }]);
  });

  it('keeps a sum of scores a sum of scores, by the engine’s own normalisation', () => {
    expect(nearestFusion('elasticsearch', wsum('min-max', 0.3, 0.7), 2)).toMatchObject({
      fusion: { ...wsum('min-max', 0.3, 0.7), norm: 'elasticsearch-min-max' },
      losses: [{ part: 'norm', asked: 'min-max', given: 'elasticsearch-min-max' }],
    });
    expect(nearestFusion('opensearch', wsum('zmuv', 0.3, 0.7), 2).losses).toEqual([
      { part: 'norm', asked: 'zmuv', given: 'opensearch-z-score' },
    ]);
  });

  const LISTS = [ordered('a b c d e f'), ordered('f g b h i')];
  const ids = (fusion: FusionSpec): string =>
    fuse(LISTS, fusion)
      .map(({ id }) => id)
      .join(' ');

  it.each(ENGINE_IDS)('is sound, and what %s can compute; the same where it says so', (engine) => {
    fc.assert(
      fc.property(anyFusion(2), (asked) => {
        const { fusion, isSame, losses } = nearestFusion(engine, asked, 2);
        expect(v.safeParse(fusionSchema, fusion).success).toBe(true);
        expect(fusionProblems(fusion, 2)).toEqual([]);
        expect(expressed(engine, fusion, 2)).not.toBeNull();
        expect(isSame).toBe(losses.length === 0);
        if (isSame) expect(ids(fusion)).toBe(ids(asked));
      }),
      { numRuns: 200 },
    );
  });
});

describe('the table of engines', () => {
  it('has forms with names of their own, and constants that the engine itself takes', () => {
    for (const id of ENGINE_IDS) {
      const { forms } = ENGINES[id];
      expect(new Set(forms.map(({ name }) => name)).size).toBe(forms.length);
      for (const { constant } of forms) if (constant) expect(constant.usual).toBeGreaterThanOrEqual(constant.least);
    }
  });

  it('cuts lists where nobody sets it, as Elasticsearch does at 10', () => {
    expect(usualWindow('elasticsearch', 100)).toEqual({ lists: 10, fused: 10 });
    expect(usualWindow('elasticsearch', 5)).toBeNull();
    expect(usualWindow('langchain', 100)).toBeNull();
    expect(usualWindow('llamaindex', 100)).toEqual({ lists: 100, fused: 2 });
  });
});
