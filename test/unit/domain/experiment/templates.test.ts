import { describe, expect, it } from 'vitest';
import {
  ARTICLE_TEMPLATES,
  CHUNK_SIZES,
  fromTemplate,
  QUESTION_TEMPLATES,
  type Template,
  type TemplateInput,
  TEMPLATES,
} from '../../../../src/domain/experiment/templates';
import { parseExperiment } from '../../../../src/domain/experiment/experiment';
import { modelCard } from '../../../model-card';
import { buildExperiment, DEFAULT_SETTINGS, type Settings } from '../../../../src/domain/experiment/settings';
import { parseComposed } from '../../../../src/domain/experiment/composed';
import { presetOf, PRESETS } from '../../../../src/domain/experiment/presets';

describe('question templates', () => {
  const input: TemplateInput = {
    ...{ docs: 60, languages: [{ language: 'en', share: 1 }], judged: 40, runs: 0 },
    embeddingModels: [{ id: 'one', name: 'Model' }],
  };
  const two = [...input.embeddingModels, { id: 'two', name: 'Model' }];
  const of = (id: string): Template => QUESTION_TEMPLATES.find((each) => each.id === id)!;

  describe('what a template needs', () => {
    it('is a second embedding model to compare models', () => {
      const { need } = of('which-embedding-model');
      expect(need!(input)).toEqual({ code: 'second-embedding-model', data: null });
      expect(need!({ ...input, embeddingModels: two })).toBeNull();
    });

    it('is a run of the external engine to compare with it', () => {
      const { need } = of('external-engine');
      expect([need!(input)?.code, need!({ ...input, runs: 1 })]).toEqual(['external-run', null]);
    });
  });

  describe('what a template runs', () => {
    it('is each model alone and with words, under names that differ', () => {
      const { composed } = of('which-embedding-model').settings({ ...input, embeddingModels: two });
      expect(composed!.map(({ id }) => id)).toEqual(['Model', 'bm25 and Model', 'Model (2)', 'bm25 and Model (2)']);
      expect(composed!.map(({ retrievers }) => retrievers.at(-1))).toMatchObject(
        ['one', 'one', 'two', 'two'].map((model) => ({ kind: 'vectors', model })),
      );
    });

    it('is every size with a tenth of overlap, cut as the language wants it', () => {
      const chunkings = (language: string) =>
        of('which-chunk-size').settings({ ...input, languages: [{ language, share: 1 }] }).chunkings;
      expect(chunkings('en')).toMatchObject(
        [26, 51, 100, 200].map((overlap, i) => ({ size: CHUNK_SIZES[i], overlap, separators: 'latin' })),
      );
      expect(chunkings('zh')).toMatchObject(CHUNK_SIZES.map(() => ({ separators: 'cjk' })));
    });

    it('is what is reranked beside the same that is not, with more and more candidates', () => {
      const { systems, composed } = of('is-reranking-worth-it').settings(input);
      expect(systems).toEqual(['bm25', 'ensemble-rrf']);
      expect(composed!.map(({ rerank }) => rerank?.candidates)).toEqual([20, 10, 20, 50]);
    });

    it('is a sum at three weights, and a trained fusion where questions suffice', () => {
      const { composed } = of('tune-the-hybrid').settings(input);
      expect(composed!.map(({ id }) => id)).toEqual(['ensemble-30-70', 'ensemble-50-50', 'ensemble-70-30', 'probfuse']);
      expect(composed![0]!.fusion).toMatchObject({ method: 'wsum', weights: [0.3, 0.7] });
      expect(of('tune-the-hybrid').settings({ ...input, judged: 24 }).composed).toHaveLength(3);
    });
  });
});

describe('templates', () => {
  const input = { docs: 60, languages: [{ language: 'en', share: 1 }], judged: 5, embeddingModels: [], runs: 0 };
  const of = (id: string): Template => ARTICLE_TEMPLATES.find((each) => each.id === id)!;

  it('the article on measures asks for graded gains, and for recall of what k can hold', () => {
    const { families, measures } = of('graded-measures').settings(input);
    expect([families, measures]).toEqual([['HitRate', 'P', 'Recall', 'RecallCapped', 'MRR', 'nDCGexp'], ['MAP']]);
  });

  const encoders = ['hitrate-embedding', 'other'].map((id) => modelCard(id, 'embedding', { name: 'M' }));
  const cards = [...encoders, modelCard('hitrate-reranker', 'reranking')];
  const english: TemplateInput = { ...input, judged: 40, embeddingModels: encoders, runs: 1 };
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
});

const input = { languages: [{ language: 'en', share: 1 }], judged: 60 };
const namesOf = (judged: number): string[][] =>
  PRESETS.map((preset) => {
    const { systems, composed } = preset.systems({ ...input, judged });
    expect(parseComposed(composed).ok).toBe(true);
    return [...systems, ...composed.map(({ id }) => id)];
  });

describe('presets', () => {
  it('hold more and more: each has all systems of the one before', () => {
    const [quick, standard, thorough] = namesOf(60);
    expect(standard).toEqual(expect.arrayContaining(quick!));
    expect(thorough).toEqual(expect.arrayContaining(standard!));
    expect([quick!.length, standard!.length, thorough!.length]).toEqual([3, 6, 12]);
  });

  it('rerank nothing in the quick one, and learn a ranker only where questions suffice', () => {
    expect(namesOf(60)[0]).toEqual(['bm25', 'embedding', 'ensemble-rrf']);
    expect([49, 50].map((judged) => namesOf(judged)[2]!.includes('lambda-mart'))).toEqual([false, true]);
  });

  it('are known by their systems; the defaults are the standard one', () => {
    expect(presetOf(DEFAULT_SETTINGS, input)).toBe('standard');
    for (const preset of PRESETS) expect(presetOf(preset.systems(input), input)).toBe(preset.id);
    expect(presetOf({ systems: ['bm25'], composed: [] }, input)).toBeNull();
  });
});
