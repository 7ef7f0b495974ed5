import { describe, expect, it } from 'vitest';
import { embeddingOf, modulesJson, offerOf, textOf } from './make';

const REPRESENT = 'Represent this sentence for searching relevant passages: ';
const INSTRUCT = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

describe('families', () => {
  it.each([
    ['intfloat/multilingual-e5-small', 'mean', true, 'query: ', 'passage: '],
    ['Xenova/e5-base-v2', 'mean', true, 'query: ', 'passage: '],
    ['intfloat/multilingual-e5-large-instruct', 'mean', true, `${INSTRUCT} `, ''],
    ['Xenova/bge-small-en-v1.5', 'cls', true, REPRESENT, ''],
    ['Xenova/bge-base-zh-v1.5', 'cls', true, '为这个句子生成表示以用于检索相关文章：', ''],
    ['Xenova/bge-m3', 'cls', true, '', ''],
    ['Xenova/gte-base', 'mean', true, '', ''],
    ['Xenova/gte-large-zh', 'cls', true, '', ''],
    ['onnx-community/gte-multilingual-base', 'cls', true, '', ''],
    ['Alibaba-NLP/gte-modernbert-base', 'cls', true, '', ''],
    ['Xenova/jina-embeddings-v2-base-zh', 'mean', true, '', ''],
    ['nomic-ai/nomic-embed-text-v1.5', 'mean', true, 'search_query: ', 'search_document: '],
    ['Snowflake/snowflake-arctic-embed-s', 'cls', true, REPRESENT, ''],
    ['Snowflake/snowflake-arctic-embed-m-v1.5', 'cls', true, REPRESENT, ''],
    ['Snowflake/snowflake-arctic-embed-m-v2.0', 'cls', true, 'query: ', ''],
    ['mixedbread-ai/mxbai-embed-large-v1', 'cls', true, REPRESENT, ''],
    ['Xenova/paraphrase-multilingual-MiniLM-L12-v2', 'mean', false, '', ''],
    ['Xenova/multi-qa-mpnet-base-dot-v1', 'cls', false, '', ''],
    ['onnx-community/Qwen3-Embedding-0.6B-ONNX', 'last-token', true, INSTRUCT, ''],
    ['onnx-community/embeddinggemma-300m-ONNX', 'graph', true, 'task: search result | query: ', 'title: none | text: '],
    ['sirasagi62/ruri-v3-30m-ONNX', 'mean', true, '検索クエリ: ', '検索文書: '],
  ] as const)('%s is pooled by %s', (name, pooling, normalise, query, passage) => {
    const found = embeddingOf({ name });
    expect(found.pooling).toMatchObject({ value: pooling, certainty: 'family' });
    expect(found.normalise.value).toBe(normalise);
    expect(found.queryPrefix).toMatchObject({ value: query, certainty: 'family' });
    expect(found.passagePrefix.value).toBe(passage);
  });

  it('a decoder that was trained for embedding is no text generator', () => {
    const config = {
      architectures: ['Qwen3ForCausalLM'],
      model_type: 'qwen3',
      hidden_size: 1024,
      max_position_embeddings: 32768,
    };
    const offer = offerOf({ name: 'onnx-community/Qwen3-Embedding-0.6B-ONNX', files: { 'config.json': config } });
    expect(offer.task.value).toBe('embedding');
    expect(offer.embedding?.matryoshka).toContain(256);
  });

  it('a family is found by the base model that the README names, and says so', () => {
    const found = embeddingOf({
      name: 'me/my-search',
      files: { 'README.md': '---\nbase_model: intfloat/multilingual-e5-small\n---\n' },
    });
    expect(found.queryPrefix).toEqual({ value: 'query: ', from: 'E5', certainty: 'family' });
  });

  it('the name wins over the model from which training began', () => {
    const config = {
      architectures: ['BertModel'],
      model_type: 'bert',
      _name_or_path: 'intfloat/e5-small-unsupervised',
    };
    const found = embeddingOf({ name: 'Snowflake/snowflake-arctic-embed-s', files: { 'config.json': config } });
    expect(found.queryPrefix.value).toBe(REPRESENT);
  });

  it('of a Model2Vec model the graph pools, and its tokens are one flat list', () => {
    const found = embeddingOf({
      name: 'minishlab/potion-base-8M',
      files: {
        'config.json': { model_type: 'model2vec', architectures: ['StaticModel'], hidden_dim: 256, normalize: true },
        'modules.json': [
          { idx: 0, path: '.', type: 'sentence_transformers.models.StaticEmbedding' },
          { idx: 1, path: '1_Normalize', type: 'sentence_transformers.models.Normalize' },
        ],
      },
    });
    expect(found).toMatchObject({ pooling: { value: 'graph' }, flat: true, normalise: { value: true }, dense: [] });
  });

  it('a family with a dense layer warns where the repository lists none', () => {
    const { warnings } = offerOf({ name: 'Xenova/distiluse-base-multilingual-cased-v2' });
    expect(textOf(warnings)).toContain('dense layer');
  });

  it('EmbeddingGemma has its dense layers inside the graph, whatever modules.json lists', () => {
    const offer = offerOf({
      name: 'onnx-community/embeddinggemma-300m-ONNX',
      files: {
        'modules.json': modulesJson('Transformer', 'Pooling', 'Dense', 'Dense', 'Normalize'),
        '1_Pooling/config.json': { word_embedding_dimension: 768, pooling_mode_mean_tokens: true },
        '2_Dense/config.json': { in_features: 768, out_features: 3072 },
        '3_Dense/config.json': { in_features: 3072, out_features: 640 },
      },
    });
    expect(offer.embedding?.dense).toEqual([]);
    expect(offer.embedding?.pooling.value).toBe('graph');
    // What the graph gives, not what is pooled within it.
    expect(offer.dimensions).toEqual({ value: 640, from: '3_Dense/config.json', certainty: 'stated' });
  });

  it('a model of no family is read by assumptions, and each is a warning', () => {
    const offer = offerOf({ name: 'me/mystery' });
    expect(offer.family).toBeNull();
    expect(offer.embedding?.pooling).toMatchObject({ value: 'mean', certainty: 'assumed' });
    expect(offer.embedding?.queryPrefix).toMatchObject({ value: '', certainty: 'assumed' });
    expect(offer.warnings).toHaveLength(3);
  });
});
