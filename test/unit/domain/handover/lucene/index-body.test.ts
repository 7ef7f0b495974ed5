import { describe, expect, it } from 'vitest';
import { luceneCommands } from '../../../../../src/domain/handover/lucene/engine';
import { luceneForms, luceneWords } from '../../../../../src/domain/handover/lucene/index-body';
import { dense, handed, LEXICAL, MINISEARCH } from '../make';

describe('what Elasticsearch and OpenSearch have alike', () => {
  it('is text where the engine finds the terms itself, terms elsewhere, and vectors', () => {
    const japanese = { ...LEXICAL, analyzer: { ...LEXICAL.analyzer, tokens: 'japanese' as const } };
    expect(luceneForms(handed({ retrievers: [LEXICAL, japanese, dense()] }))).toEqual(['text', 'terms', 'vector']);
  });

  it('is one scoring of words: lengths that are exact are no longer, and that is said by another spec', () => {
    expect(luceneWords(LEXICAL)).toBe(LEXICAL);
    const exact = { ...LEXICAL, scorer: { kind: 'bm25-lucene' as const, k1: 0.9, b: 0.4 } };
    expect(luceneWords(exact)).toEqual(LEXICAL);
    expect(luceneWords(MINISEARCH)).toMatchObject({ kind: 'lexical', scorer: { lengths: 'byte' } });
  });

  it('is commands in their order, without an address or a credential', () => {
    const steps = (passages: boolean, pipeline: string | null) =>
      luceneCommands(handed(), { passages, vectors: false }, 'OPENSEARCH', pipeline);
    expect(steps(true, 'pipeline.json').map(({ does }) => does)).toEqual([
      'create-index',
      'create-pipeline',
      'index-passages',
      'search',
    ]);
    expect(steps(false, null).map(({ does }) => does)).toEqual(['create-index', 'search']);
    // A bulk request answers with 200 where no passage was taken.
    expect(steps(true, null)[1]!.shell).toContain(`case "$answer" in *'"errors":false'*)`);
    for (const { shell } of steps(true, 'pipeline.json')) {
      expect(shell).toContain('"$OPENSEARCH_URL/');
      expect(shell).toContain('"$OPENSEARCH_AUTH"');
      expect(shell).not.toMatch(/https?:/);
    }
  });
});
