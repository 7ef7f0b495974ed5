import { describe, expect, it } from 'vitest';
import { CHUNK_SIZES, QUESTION_TEMPLATES } from '../../../../src/domain/experiment/question-templates';
import type { Template, TemplateInput } from '../../../../src/domain/experiment/article-templates';

const input: TemplateInput = {
  docs: 60,
  languages: [{ language: 'en', share: 1 }],
  judged: 40,
  embeddingModels: [{ id: 'one', name: 'Model' }],
  runs: 0,
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

  it('is nothing for the others', () => {
    const others = ['which-chunk-size', 'is-reranking-worth-it', 'tune-the-hybrid'];
    expect(others.map((id) => of(id).need?.(input) ?? null)).toEqual([null, null, null]);
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
