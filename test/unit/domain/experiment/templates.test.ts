import { describe, expect, it } from 'vitest';
import { parseExperiment } from '../../../../src/domain/experiment/experiment';
import type { ModelCard } from '../../../../src/domain/models/configuration';
import { buildExperiment, DEFAULT_SETTINGS, type Settings } from '../../../../src/domain/experiment/settings';
import type { Template, TemplateInput } from '../../../../src/domain/experiment/article-templates';
import { fromTemplate, TEMPLATES } from '../../../../src/domain/experiment/templates';

const card = { revision: 'r', maxTokens: 512, dimensions: null, bytes: 1, languages: [], name: 'M' };
const cards: ModelCard[] = [
  { ...card, id: 'hitrate-embedding', task: 'embedding', interpolation: null },
  { ...card, id: 'other', task: 'embedding', interpolation: null },
  { ...card, id: 'hitrate-reranker', task: 'reranking', interpolation: 0.35 },
];
const english: TemplateInput = {
  docs: 60,
  languages: [{ language: 'en', share: 1 }],
  judged: 40,
  embeddingModels: [
    { id: 'hitrate-embedding', name: 'M' },
    { id: 'other', name: 'M' },
  ],
  runs: 1,
};
const template = (id: string): Template => TEMPLATES.find((each) => each.id === id)!;
const built = (settings: Settings) =>
  buildExperiment(settings, cards, { documents: true, files: true, runs: [], languages: english.languages });

describe('every template', () => {
  it.each(TEMPLATES.map((each) => [each.id, each] as const))('%s makes an experiment that can be run', (_, each) => {
    expect(parseExperiment(built(fromTemplate(each, DEFAULT_SETTINGS, english)))).toMatchObject({ ok: true });
  });

  it('leaves models as they are, and nothing of the one before', () => {
    const kept = { ...DEFAULT_SETTINGS, queryPrefix: 'query: ', aggregate: 'max' as const };
    const first = fromTemplate(template('first-ten'), kept, english);
    expect(first).toMatchObject({ queryPrefix: 'query: ', aggregate: null, depth: 10 });
    const then = fromTemplate(template('four-retrievers'), first, english);
    expect(then).toMatchObject({ chunkings: null, depth: 100, queryPrefix: 'query: ' });
  });
});

describe('Hit, Precision, Recall and F1 at 10', () => {
  const settings = fromTemplate(template('first-ten'), DEFAULT_SETTINGS, english);
  const { systems, measures, depth, ks } = built(settings);

  it('reads the first ten of passages of 1,000 characters, reranked by the logit alone', () => {
    expect([depth, ks]).toEqual([10, [10]]);
    const chunker = { kind: 'recursive', size: 1000, overlap: 100, separators: 'latin', context: 'none' };
    const search = { kind: 'nearest', metric: 'cosine' };
    expect(systems).toMatchObject([
      { id: 'cosine', chunker, retrievers: [{ kind: 'dense', search }], rerank: null },
      { id: 'cosine-rerank', chunker, retrievers: [{ search }], rerank: { candidates: 10, interpolation: 0 } },
    ]);
    expect(measures).toEqual(['HitRate@10', 'P@10', 'Recall@10', 'F1@10']);
  });

  it('cuts Chinese and Japanese at their sentence ends, too', () => {
    const japanese = { ...english, languages: [{ language: 'ja', share: 1 }] };
    const { chunkings } = fromTemplate(template('first-ten'), DEFAULT_SETTINGS, japanese);
    expect(chunkings).toMatchObject([{ kind: 'recursive', size: 1000, overlap: 100, separators: 'cjk' }]);
  });
});
