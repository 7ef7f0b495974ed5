import { describe, expect, it } from 'vitest';
import { isRefused, readRepository } from '../../../../src/domain/models/read-repository';
import { readingOf } from '../../../../src/domain/models/repository';
import type { Json } from '../../../../src/base/types';
import { offerOf, refusalOf, textOf } from './make';

const classifier = (name: string, id2label?: Readonly<Record<string, string>>) => ({
  name,
  files: {
    'config.json': {
      architectures: ['BertForSequenceClassification'],
      model_type: 'bert',
      ...(id2label ? { id2label } : {}),
    } as Json,
  },
});
const architecture = (name: string, of: string) => ({ name, files: { 'config.json': { architectures: [of] } } });

describe('tasks', () => {
  it('a classifier with one label is a reranker, whose logit is the score', () => {
    const offer = offerOf(classifier('Xenova/ms-marco-MiniLM-L-6-v2', { 0: 'LABEL_0' }));
    expect(offer.task.value).toBe('reranking');
    expect(offer.warnings).toEqual([]);
    expect(readingOf(offer)).toMatchObject({ task: 'reranking', logit: 'only' });
  });

  it('of two labels the relevant one is found by its name, wherever it stands', () => {
    const first = offerOf(classifier('a/my-reranker', { 0: 'relevant', 1: 'not_relevant' }));
    const second = offerOf(classifier('a/my-reranker', { 0: 'no', 1: 'yes' }));
    expect(first.reranking).toMatchObject({
      logit: { value: 'difference' },
      relevant: { value: 0, certainty: 'stated' },
    });
    expect(second.reranking).toMatchObject({ relevant: { value: 1, certainty: 'stated' } });
  });

  it('labels without names leave open which means relevant: the second is assumed, and that is told', () => {
    const offer = offerOf(classifier('a/my-reranker', { 0: 'LABEL_0', 1: 'LABEL_1' }));
    expect(offer.reranking?.relevant).toMatchObject({ value: 1, certainty: 'assumed' });
    expect(textOf(offer.warnings)).toContain('which of its labels means relevant');
  });

  it('a configuration without labels has two, as transformers takes it', () => {
    expect(offerOf(classifier('a/my-reranker')).reranking?.logit.value).toBe('difference');
  });

  it('a judge of moods is told from a reranker', () => {
    const offer = offerOf(classifier('Xenova/distilbert-sst-2', { 0: 'NEGATIVE', 1: 'POSITIVE' }));
    expect(textOf(offer.warnings)).toContain('The repository does not state that it is a model for search');
  });

  it('a classifier with three labels is refused', () => {
    const labels = { 0: 'contradiction', 1: 'neutral', 2: 'entailment' };
    expect(refusalOf(classifier('a/nli', labels))).toContain('3 labels');
  });

  it('a language model is a text generator', () => {
    const offer = offerOf(architecture('onnx-community/Qwen2.5-0.5B-Instruct', 'Qwen2ForCausalLM'));
    expect(offer).toMatchObject({ task: { value: 'generation' }, embedding: null, reranking: null, dimensions: null });
    expect(readingOf(offer)).toMatchObject({ task: 'generation', maxTokens: 512 });
  });

  it('a language model whose modules.json pools is an embedding model', () => {
    const offer = offerOf({
      name: 'a/decoder',
      files: {
        'config.json': { architectures: ['Qwen2ForCausalLM'] },
        'modules.json': [{ idx: 0, path: '', type: 'sentence_transformers.models.Transformer' }],
      },
    });
    expect(offer.task).toMatchObject({ value: 'embedding', from: 'modules.json' });
  });

  it.each([
    ['a/b', 'T5ForConditionalGeneration'],
    ['a/b', 'CLIPModel'],
    ['a/b', 'WhisperForAudioClassification'],
    ['a/b', 'BertForTokenClassification'],
    ['a/b', 'HF_ColBERT'],
    ['onnx-community/Qwen3-Reranker-0.6B-ONNX', 'Qwen3ForCausalLM'],
  ])('%s, a %s, is refused by its name', (name, of) => {
    expect(refusalOf(architecture(name, of))).toContain(of);
  });

  it('SPLADE gives sparse vectors, and is refused', () => {
    expect(refusalOf(architecture('naver/splade-v3', 'BertForMaskedLM'))).toContain('SPLADE');
  });

  it('an encoder of which nothing says what it is for is assumed to embed, with a warning', () => {
    const offer = offerOf(architecture('google-bert/bert-base-uncased', 'BertForMaskedLM'));
    expect(offer.task).toMatchObject({ value: 'embedding', certainty: 'assumed' });
    expect(textOf(offer.warnings)).toContain('The repository does not state that it is a model for search');
  });

  it('a repository that lacks its configuration and its tokenizer is refused for both at once', () => {
    const offer = readRepository([{ path: 'onnx/model.onnx', bytes: 9e7 }], new Map());
    if (!isRefused(offer)) throw new Error('not refused');
    expect(offer.problems).toEqual([
      { code: 'files-missing', data: { paths: ['config.json', 'tokenizer.json', 'tokenizer_config.json'] } },
    ]);
  });
});
