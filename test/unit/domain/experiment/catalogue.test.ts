import { describe, expect, it } from 'vitest';
import {
  catalogue,
  chosenSystems,
  withEveryAnalyzer,
  metadataCatalogue,
} from '../../../../src/domain/experiment/catalogue';
import { ANALYZER_CHOICES, DEFAULT_ANALYZER } from '../../../../src/domain/text/analyzer-spec';
import type { FieldSummary } from '../../../../src/domain/dataset/corpus';

describe('chosenSystems', () => {
  it('are in the order in which they were chosen, not in that of the catalogue', () => {
    expect(chosenSystems(['mmr', 'tf-idf'], catalogue()).map(({ id }) => id)).toEqual(['mmr', 'tf-idf']);
  });
});

describe('vectors with half of their dimensions', () => {
  const halfOf = (dimensions?: number) =>
    chosenSystems(['matryoshka-half'], catalogue(undefined, dimensions))[0]!.retrievers[0];

  it.each([
    [384, 192],
    [27, 13],
    [1, 1],
    [undefined, 256],
  ])('of a model of %s are %i', (dimensions, half) => {
    expect(halfOf(dimensions)).toMatchObject({ search: { kind: 'nearest', dimensions: half } });
  });
});

describe('withEveryAnalyzer', () => {
  const made = (id: string) => withEveryAnalyzer([id], ANALYZER_CHOICES, catalogue);

  it('makes a system with each analyzer of what reads words, named by it', () => {
    const systems = made('tf-idf');
    expect(systems.map(({ id }) => id)).toEqual(ANALYZER_CHOICES.map(({ id }) => `tf-idf, ${id}`));
    const used = systems.map(({ retrievers: [first] }) => first && 'analyzer' in first && first.analyzer);
    expect(used).toEqual(ANALYZER_CHOICES.map(({ spec }) => spec));
  });

  it('makes one system of what reads vectors, whatever group it stands in', () => {
    expect(made('rocchio').map(({ id }) => id)).toEqual(['rocchio']);
    expect(made('mmr').map(({ id }) => id)).toEqual(['mmr']);
  });
});

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
