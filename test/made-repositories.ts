import type { HubFile, HubRepository } from './hub';
import { denseLayer, embedding, file, json, type TestRepository, tokenizer, weights } from './hub-repositories';

const BERT = { model_type: 'bert', hidden_size: 64, max_position_embeddings: 128, pad_token_id: 0, type_vocab_size: 2 };
const bertConfig = json('config.json', { ...BERT, architectures: ['BertModel'] });
const classifierConfig = (id2label: Readonly<Record<number, string>>) =>
  json('config.json', { ...BERT, architectures: ['BertForSequenceClassification'], id2label });
const qwenConfig = json('config.json', {
  model_type: 'qwen3',
  architectures: ['Qwen3ForCausalLM'],
  hidden_size: 64,
  num_hidden_layers: 1,
  num_attention_heads: 4,
  num_key_value_heads: 4,
  head_dim: 16,
  max_position_embeddings: 128,
});

type Module = readonly [folder: string, type: string, config?: object];

/** `modules.json` as sentence-transformers writes it, and the configurations of the modules. */
function modules(...chain: readonly Module[]): HubFile[] {
  const entries = chain.map(([path, kind], idx) => ({
    idx,
    name: String(idx),
    path,
    type: `sentence_transformers.models.${kind}`,
  }));
  return [
    json('modules.json', entries),
    ...chain.flatMap(([path, , config]) => (config ? [json(`${path}/config.json`, config)] : [])),
  ];
}

const transformer: Module = ['', 'Transformer'];
const normalize = (folder: string): Module => [folder, 'Normalize'];
const pooled = (mode: 'cls_token' | 'mean_tokens' | 'lasttoken', width = 64): Module => [
  '1_Pooling',
  'Pooling',
  {
    word_embedding_dimension: width,
    pooling_mode_cls_token: mode === 'cls_token',
    pooling_mode_mean_tokens: mode === 'mean_tokens',
    pooling_mode_max_tokens: false,
    pooling_mode_mean_sqrt_len_tokens: false,
    pooling_mode_weightedmean_tokens: false,
    pooling_mode_lasttoken: mode === 'lasttoken',
  },
];
const dense = (activation: string): Module => [
  '2_Dense',
  'Dense',
  { in_features: 64, out_features: 80, bias: true, activation_function: activation },
];
const TANH = 'torch.nn.modules.activation.Tanh';

const ONNX = 'onnx/model.onnx';
const small = { dimensions: 64, maxTokens: 128 };
const alone = { fp32: ONNX, int8: null } as const;

/** Repositories of every layout beside those of published models, of small networks. */
export function madeRepositories(): TestRepository[] {
  return [...bertRepositories(), ...otherEmbeddings(), ...rerankers()];
}

function bertRepositories(): TestRepository[] {
  const common = [bertConfig, ...tokenizer('wordpiece')];
  return [
    {
      id: 'example/mean',
      fp32: ONNX,
      int8: 'onnx/model_quantized.onnx',
      files: [
        ...common,
        ...modules(transformer, pooled('mean_tokens'), normalize('2_Normalize')),
        ...weights({ [ONNX]: 'bert-64.onnx', 'onnx/model_quantized.onnx': 'bert-64-int8.onnx' }),
      ],
      truth: embedding(small),
    },
    {
      id: 'example/half-precision',
      fp32: 'onnx/model_fp16.onnx',
      int8: null,
      files: [
        ...common,
        ...modules(transformer, pooled('mean_tokens'), normalize('2_Normalize')),
        ...weights({ 'onnx/model_fp16.onnx': 'bert-64-fp16.onnx' }),
      ],
      truth: embedding(small),
    },
    {
      id: 'example/cls-with-prompts-and-weights-at-the-root',
      fp32: 'model.onnx',
      int8: null,
      files: [
        ...common,
        ...modules(transformer, pooled('cls_token')),
        json('config_sentence_transformers.json', { prompts: { query: 'ask: ', document: 'told: ' } }),
        ...weights({ 'model.onnx': 'bert-64.onnx' }),
      ],
      truth: embedding({ ...small, pooling: 'cls', normalise: false, query: 'ask: ', passage: 'told: ' }),
    },
    {
      id: 'example/dense-layer',
      ...alone,
      files: [
        ...common,
        ...modules(transformer, pooled('mean_tokens'), dense(TANH), normalize('3_Normalize')),
        denseLayer('2_Dense/model.safetensors', 80, 64),
        ...weights({ [ONNX]: 'bert-64.onnx' }),
      ],
      truth: embedding({ ...small, dimensions: 80, dense: { path: '2_Dense/model.safetensors', tanh: true } }),
    },
    {
      id: 'example/external-data',
      ...alone,
      files: [
        ...common,
        ...modules(transformer, pooled('mean_tokens'), normalize('2_Normalize')),
        ...weights({ [ONNX]: 'external-data/model.onnx', 'onnx/model.onnx_data': 'external-data/model.onnx_data' }),
      ],
      truth: embedding(small),
    },
    {
      id: 'example/sentence-embedding',
      ...alone,
      files: [...common, ...weights({ [ONNX]: 'sentence-embedding.onnx' })],
      truth: embedding({ ...small, dimensions: 48, pooling: 'graph' }),
      said: { pooling: 'graph' },
    },
  ];
}

function otherEmbeddings(): TestRepository[] {
  const lastToken = (id: string, name: string): TestRepository => ({
    id,
    ...alone,
    files: [
      qwenConfig,
      ...tokenizer('byte-pairs'),
      ...modules(transformer, pooled('lasttoken'), normalize('2_Normalize')),
      json('config_sentence_transformers.json', { prompts: { query: 'Instruct: find\nQuery:', document: '' } }),
      ...weights({ [ONNX]: name }),
    ],
    truth: embedding({ ...small, pooling: 'last-token', query: 'Instruct: find\nQuery:' }),
  });
  return [
    lastToken('example/Qwen3-Embedding-tiny', 'last-token.onnx'),
    lastToken('example/Qwen3-Embedding-tiny-cached', 'last-token-cached.onnx'),
    {
      id: 'example/potion-tiny',
      ...alone,
      files: [
        json('config.json', {
          model_type: 'model2vec',
          architectures: ['StaticModel'],
          hidden_dim: 96,
          normalize: true,
        }),
        ...tokenizer('wordpiece-bare'),
        ...weights({ [ONNX]: 'static-flat.onnx' }),
      ],
      truth: embedding({ dimensions: 96, pooling: 'graph' }),
    },
    {
      id: 'example/static-tiny',
      ...alone,
      files: [
        json('config.json', { model_type: 'bert', architectures: ['StaticEmbedding'], hidden_size: 96 }),
        ...modules(['0_StaticEmbedding', 'StaticEmbedding']),
        ...tokenizer('wordpiece-bare'),
        ...weights({ [ONNX]: 'static-masked.onnx' }),
      ],
      truth: embedding({ dimensions: 96, maxTokens: 8192, pooling: 'graph', normalise: false }),
    },
  ];
}

function rerankers(): TestRepository[] {
  return [
    {
      id: 'example/reranker-one-logit',
      fp32: ONNX,
      int8: 'onnx/model_quantized.onnx',
      files: [
        classifierConfig({ 0: 'LABEL_0' }),
        ...tokenizer('wordpiece'),
        ...weights({ [ONNX]: 'bert-64-one-logit.onnx', 'onnx/model_quantized.onnx': 'bert-64-one-logit-int8.onnx' }),
      ],
      truth: { task: 'reranking', labels: 1, maxTokens: 128 },
    },
    {
      id: 'example/reranker-two-logits',
      fp32: ONNX,
      int8: 'onnx/model_quantized.onnx',
      files: [
        classifierConfig({ 0: 'irrelevant', 1: 'relevant' }),
        ...tokenizer('wordpiece'),
        ...weights({ [ONNX]: 'bert-64-two-logits.onnx', 'onnx/model_quantized.onnx': 'bert-64-two-logits-int8.onnx' }),
      ],
      truth: { task: 'reranking', labels: 2, maxTokens: 128 },
    },
  ];
}

const plain = (id: string, ...more: readonly HubFile[]): HubRepository => ({
  id,
  files: [
    bertConfig,
    ...tokenizer('wordpiece'),
    ...modules(transformer, pooled('mean_tokens'), normalize('2_Normalize')),
    ...more,
  ],
});

/** Repositories that cannot be used, or not on every machine. */
export const troubled = {
  withoutOnnx: () => plain('example/without-onnx', file('model.safetensors', Buffer.alloc(5000), true)),
  /** A dense layer that is kept as a Python pickle alone. */
  pickled: (): HubRepository => ({
    id: 'example/dense-pickled',
    files: [
      bertConfig,
      ...tokenizer('wordpiece'),
      ...modules(transformer, pooled('mean_tokens'), dense(TANH)),
      file('2_Dense/pytorch_model.bin', Buffer.alloc(20_000, 1), true),
      ...weights({ [ONNX]: 'bert-64.onnx' }),
    ],
  }),
};
