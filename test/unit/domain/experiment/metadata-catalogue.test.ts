import { describe, expect, it } from 'vitest';
import type { FieldSummary } from '../../../../src/domain/dataset/fields';
import { DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import { metadataCatalogue } from '../../../../src/domain/experiment/metadata-catalogue';

const field = (name: string, rest: Partial<FieldSummary> = {}): FieldSummary => ({
  name,
  docs: 10,
  values: ['a', 'b'],
  examples: ['a'],
  range: null,
  ...rest,
});
const idsOf = (...fields: FieldSummary[]): string[] =>
  metadataCatalogue(DEFAULT_ANALYZER, fields).map(({ system }) => system.id);

describe('systems that read metadata', () => {
  it('are a route, a filter and a boost for each category, and all routes together', () => {
    expect(idsOf(field('kind'), field('place'))).toEqual([
      ...['kind-route', 'filter-by-kind', 'boost-by-kind'],
      ...['place-route', 'filter-by-place', 'boost-by-place'],
      'metadata-routes',
    ]);
  });

  it('are none for numbers and for fields of too many values', () => {
    expect(idsOf(field('price', { range: [1, 9] }), field('note', { values: null }))).toEqual([]);
  });

  it('are of four fields at most, with a weight for each route and one for the text', () => {
    const entries = metadataCatalogue(
      DEFAULT_ANALYZER,
      ['a', 'b', 'c', 'd', 'e'].map((name) => field(name)),
    );
    expect(entries).toHaveLength(4 * 3 + 1);
    expect(entries.at(-1)?.system.retrievers).toHaveLength(5);
    expect(entries.at(-1)?.system.fusion).toMatchObject({ method: 'wsum', weights: [1, 1, 1, 1, 1] });
  });
});
