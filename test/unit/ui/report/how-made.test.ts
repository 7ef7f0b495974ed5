import { describe, expect, it } from 'vitest';
import { howMade } from '../../../../src/ui/report/report-page';
import { markupText } from '../../../../src/ui/report/report-parts';
import { elementsOf, textOf } from './html';
import { sampleParts, shipped } from './sample-parts';

/** Terms with their details. */
function entries(parts: ReturnType<typeof sampleParts>): Record<string, string[]> {
  const made: Record<string, string[]> = {};
  let term = '';
  for (const element of elementsOf(markupText(howMade(parts)))) {
    if (element.tagName === 'dt') made[(term = textOf(element))] = [];
    if (element.tagName === 'dd') made[term]!.push(textOf(element));
  }
  return made;
}

describe('how a report says it was made', () => {
  it('is in words: version, collection, chunking, models, seed, measures and protocol', () => {
    const made = entries(sampleParts({ createdAt: Date.UTC(2026, 10, 23, 1, 5) }));
    expect(made).toMatchObject({
      Hitrate: ['Version 0.1.0, 23 November 2026, 01:05 UTC'],
      Collection: [
        'Sample: 228 documents with 68,315 characters (English 100\u00a0%); 156 questions evaluated, 322 judgments.',
      ],
      Passages: ['Documents are not chunked: 228 passages.'],
      Models: [
        'hitrate-embedding, with quantised weights, revision e8646194a87e33fb, on WASM with threads, 2 threads.',
        'hitrate-reranker, with quantised weights, revision 49023c71d3f442ec, on WASM, one thread.',
      ],
      Measures: ['nDCG@10 and MRR@10; 35 others were computed. A passage is relevant from grade 1.'],
      Statistics: [
        'Seed 42, 10,000 bootstrap resamples and permutations, paired by question. The smallest difference that matters is .02.',
      ],
    });
    expect(made['Systems']).toHaveLength(6);
    expect(made['Protocol']![0]).toContain('Lists of 100 passages are fused once and cut at k.');
    expect(made['Protocol']![1]).toContain('one question at a time');
  });

  it('says what engine searched, and who joined the lists of each system', () => {
    const noted = { scoring: 'bm25-lucene:byte', insteadOf: 'bm25-lucene' };
    const engine = {
      ...{ version: 'PostgreSQL 18.1, vector 0.8.7', passages: 1234 },
      systems: {
        words: { fusion: null, retrievers: [{ kind: 'bm25', ...noted }] },
        there: { fusion: { by: 'engine', method: 'rrf' } },
        here: { fusion: { by: 'hitrate', method: 'rrf' }, retrievers: [noted, { kind: 'hnsw' }] },
      },
    };
    expect(entries(sampleParts({ manifest: { engine } }))['Engine']).toEqual([
      'PostgreSQL 18.1, vector 0.8.7 searched its 1,234 passages.',
      'It cannot score by BM25 (Lucene) with exact lengths, which words and here asked for: words were scored by BM25 (Lucene) with lengths in one byte.',
      'It joined the lists of there itself.',
      'Hitrate joined the lists of here.',
    ]);
    expect(entries(sampleParts({}))['Engine']).toBeUndefined();
    expect(entries(sampleParts({ manifest: { engine: 'unknown' } }))['Engine']).toBeUndefined();
  });

  it('says what judgments were merged from, and leaves out what it does not know', () => {
    const merged = {
      judges: 2,
      rule: 'median',
      own: 'counts',
      places: 14,
      judgedTwice: 12,
      alpha: 0.4541,
      interval: null,
    };
    const made = (value: object) =>
      entries(sampleParts({ manifest: { collection: { merged: { ...merged, ...value } } } }));
    expect(made({})['Collection']![1]).toBe(
      'Judgments are merged from 2 judges by the rule “Median”; grades given in the app count as one more judge. ' +
        'Krippendorff’s α is 0.45 (ordinal), on 12 passages that two or more judged.',
    );
    expect(made({ alpha: null })['Collection']![1]).toMatch(/one more judge\.$/);
    expect(made({ rule: 'toString' })['Collection']).toHaveLength(1);
  });

  it('is there where an old manifest says little', () => {
    const made = entries(
      sampleParts({ manifest: null, systems: shipped.systems.map(({ latency: _, ...rest }) => rest) }),
    );
    expect(made['Hitrate']![0]).toMatch(/^Version unknown, /);
    expect(made['Models']![0]).toMatch(/on WASM with threads\.$/);
    expect(made['Protocol']).toHaveLength(1);
  });
});
