import { describe, expect, it } from 'vitest';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import { composedSystem } from '../../../../src/domain/experiment/composed';
import type { PartKey } from '../../../../src/domain/experiment/parts';
import type { BoostSpec, FilterSpec } from '../../../../src/domain/retrieval/metadata/metadata-spec';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import type { StepRank } from '../../../../src/workbench/inspect/tried-question';
import { stepTexts, systemText } from '../../../../src/ui/shared/system-text';
import { bareSystem, LIST_CHANGING_PARTS } from '../../system-parts';

const at = (rank: number, score: number) => ({ rank, score });
const step = (part: PartKey, before: StepRank['before'], after: StepRank['after'], reads: number | null = null) =>
  ({ part, before, after, reads }) as const;
const { fusion, boost, rerank } = LIST_CHANGING_PARTS;

describe('what the parts of a system did to a passage', () => {
  it('is told part by part, in the order in which they act', () => {
    const system = { ...bareSystem, fusion, boost, threshold: 0.5 };
    const steps = [step('fusion', null, at(2, 0.75)), step('boost', at(2, 0.75), at(1, 1)), step('threshold', at(1, 1), at(1, 1))]; // prettier-ignore
    expect(stepTexts(system, steps)).toEqual([
      { label: 'Joined by wsum', text: 'rank 2, 0.7500' },
      { label: 'Lifted by “year”', text: 'rank 1, 1.000' },
      { label: 'Threshold', text: 'kept: 1.000 is not below 0.5000' },
    ]);
  });

  it.each([
    [0, at(3, 0.5), at(1, 2), 'logit 2.000; it stood at rank 3 before'],
    [0.25, at(3, 0.5), at(1, 2), 'logit 0.7500 + 2.5 × 0.5000 (rank 3 before) = 2.000'],
    [0.25, at(21, 0.5), at(21, 2), 'not read: it stood at rank 21, below the first 20'],
  ])('with α of %d of a reranker', (interpolation, before, after, text) => {
    const system = { ...bareSystem, rerank: { ...rerank, interpolation } };
    expect(stepTexts(system, [step('rerank', before, after, 20)])).toEqual([{ label: 'Reranked', text }]);
  });
});

describe('a filter or a boost in words', () => {
  it.each([
    [{ kind: 'question', field: 'brand', analyzer: DEFAULT_ANALYZER }, 'what the question names of “brand”'],
    [{ kind: 'values', field: 'brand', values: ['a', 'b', 'c', 'd', 'e'] }, '“brand” a or b or c or 2 more'],
    [{ kind: 'range', field: 'price', least: 1, most: 2 }, '“price” from 1 to 2'],
    [{ kind: 'range', field: 'price', least: null, most: 2 }, '“price” to 2'],
    [{ kind: 'number', field: 'price', weight: 1 }, 'a high “price”'],
    [{ kind: 'number', field: 'price', weight: -1 }, 'a low “price”'],
  ] satisfies [FilterSpec | BoostSpec, string][])('%j is “%s”', (spec, text) => {
    const part = spec.kind === 'number' ? { boost: spec } : { filter: spec };
    const line = systemText(composedSystem('x', [lexical(DEFAULT_ANALYZER)], part));
    expect(line).toBe(`BM25 (Lucene), ${'weight' in spec ? `${text} boosted by ${spec.weight}` : `only ${text}`}`);
  });

  it('stands in the line of its system, in the order in which things happen', () => {
    const line = systemText({
      id: 'x',
      retrievers: [{ ...lexical(DEFAULT_ANALYZER), fields: ['category', 'colour'] }],
      filter: { kind: 'values', field: 'category', values: ['hats'] },
      fusion: null,
      learned: null,
      boost: { kind: 'number', field: 'price', weight: 0.5 },
      rerank: { candidates: 20, interpolation: null },
      threshold: 0.3,
    });
    expect(line).toBe(
      'BM25 (Lucene) of “category”, “colour”, only “category” hats, a high “price” boosted by 0.5, the first 20 reranked, from a score of 0.3',
    );
  });

  it('is nothing where there is none', () => {
    expect(systemText(composedSystem('x', [lexical(DEFAULT_ANALYZER)]))).toBe('BM25 (Lucene)');
  });
});
