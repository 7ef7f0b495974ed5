import { describe, expect, it } from 'vitest';
import { catalogue, chosenSystems, withEveryAnalyzer } from '../../../../src/domain/experiment/catalogue';
import { ANALYZER_CHOICES } from '../../../../src/domain/text/analyzer-spec';

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
