import { describe, expect, it } from 'vitest';
import { measureDefinitions } from '../../../../src/domain/measures/registry';
import { entryOf, glossary, MEASURES, relatedTo, searchGlossary, type TermId } from '../../../../src/ui/help/glossary';

const found = (typed: string): readonly TermId[] => searchGlossary(typed).map(({ id }) => id);

describe('the glossary', () => {
  it('has an entry for each measure, with its formula, what it rewards and when not to use it', () => {
    for (const { name } of measureDefinitions) {
      const { group, formula, use, avoid } = entryOf(name);
      expect([name, group, formula, use, avoid]).toEqual([
        name,
        MEASURES,
        ...Array(3).fill(expect.stringMatching(/./)),
      ]);
    }
  });

  it('has each id and each name once', () => {
    for (const values of [glossary.map(({ id }) => id), glossary.map(({ name }) => name)])
      expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([]);
  });

  it('refers to terms that it has, and to no term from itself', () => {
    for (const entry of glossary) {
      expect(relatedTo(entry)).toHaveLength(entry.see?.length ?? 0);
      expect(relatedTo(entry).every(Boolean), entry.id).toBe(true);
      expect(entry.see ?? []).not.toContain(entry.id);
    }
  });
});

describe('its search', () => {
  it.each<[typed: string, first: TermId]>([
    ['rrf', 'rrf'],
    ['Reciprocal', 'rrf'],
    ['cross-encoder', 'reranker'],
    ['cross encoder', 'reranker'],
    ['p95', 'tail-latency'],
    ['k1', 'k1'],
    ['confidence int', 'paired-interval'],
    ['hsu', 'best-comparison'],
    ['ndcg', 'nDCG'],
    ['permutation', 'randomisation-test'],
    ['cohen', 'kappa'],
    ['query', 'question'],
  ])('finds for “%s” first %s', (typed, first) => {
    expect(found(typed)[0]).toBe(first);
  });

  it('looks into the texts too, after the names', () => {
    const ids = found('cascade stems');
    expect(ids).toEqual([]);
    expect(found('stems')).toContain('analyzer');
    expect(found('bootstrap').indexOf('bootstrap')).toBe(0);
    expect(found('bootstrap')).toContain('best-comparison');
  });

  it('finds words from their beginning alone, all of them, and all terms for nothing', () => {
    expect(found('mbedding')).toEqual([]);
    expect(found('holm zzz')).toEqual([]);
    expect(searchGlossary('  ')).toEqual(glossary);
  });
});
