import { describe, expect, it } from 'vitest';
import { composedSystem } from '../../../../src/domain/experiment/composed';
import { DEFAULT_VECTOR_SEARCHES } from '../../../../src/domain/retrieval/dense/vector-search-spec';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { vectorSearchRows } from '../../../../src/ui/results/vector-search-rows';
import { vectorSearch } from '../../domain/report/make';
import { CARDS, resultOf } from '../result';

const { nearest, quantised } = DEFAULT_VECTOR_SEARCHES;

function resultWith() {
  const composed = [
    composedSystem('exact', [{ kind: 'vectors', search: nearest }]),
    composedSystem('both', [
      { kind: 'vectors', search: { ...quantised, rescore: 4 } },
      { kind: 'vectors', search: { ...quantised, precision: 'binary' } },
    ]),
  ];
  const result = resultOf({ exact: [1], both: [1] });
  const spec = buildExperiment({ ...DEFAULT_SETTINGS, systems: [], composed }, CARDS);
  const [exact, both] = result.systems;
  const reports = [vectorSearch, { ...vectorSearch, retriever: 2 }];
  return { ...result, spec, systems: [exact!, { ...both!, vectorSearch: reports }] };
}

describe('vectorSearchRows', () => {
  it('has a row for each search that is not exact, with what it is and whether whole vectors are kept too', () => {
    const rows = vectorSearchRows(resultWith());
    expect(rows.map(({ system, search, rescored }) => [system, search, rescored])).toEqual([
      ['both', 'int8 vectors, 4 × rescored', true],
      ['both', 'binary vectors', false],
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  });

  it('has none for a result that was stored before this was reported', () => {
    expect(vectorSearchRows(resultOf({ bm25: [1] }))).toEqual([]);
  });
});
