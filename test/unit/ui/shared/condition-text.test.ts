import { describe, expect, it } from 'vitest';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { lexical } from '../../../../src/domain/experiment/catalogue';
import { composedSystem } from '../../../../src/domain/experiment/composed';
import { conditionText } from '../../../../src/ui/shared/condition-text';
import { systemText } from '../../../../src/ui/shared/system-text';

describe('a filter or a boost in words', () => {
  it.each([
    [{ kind: 'question', field: 'brand', analyzer: DEFAULT_ANALYZER }, 'what the question names of “brand”'],
    [{ kind: 'values', field: 'brand', values: ['a', 'b', 'c', 'd', 'e'] }, '“brand” a or b or c or 2 more'],
    [{ kind: 'range', field: 'price', least: 1, most: 2 }, '“price” from 1 to 2'],
    [{ kind: 'range', field: 'price', least: null, most: 2 }, '“price” to 2'],
    [{ kind: 'number', field: 'price', weight: 1 }, 'a high “price”'],
    [{ kind: 'number', field: 'price', weight: -1 }, 'a low “price”'],
  ] satisfies [Parameters<typeof conditionText>[0], string][])('%j is “%s”', (spec, text) => {
    expect(conditionText(spec)).toBe(text);
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
