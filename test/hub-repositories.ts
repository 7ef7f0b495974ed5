import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HubFile, HubRepository } from './hub';
import { filesBelow, hubPath } from './hub-data';

/** How the vectors or logits of a repository are made, written down by hand from its files and its card. */
export interface EmbeddingTruth {
  readonly task: 'embedding';
  readonly pooling: 'mean' | 'cls' | 'last-token' | 'graph';
  readonly normalise: boolean;
  readonly dense: { readonly path: string; readonly tanh: boolean } | null;
  readonly query: string;
  readonly passage: string;
  readonly maxTokens: number;
  readonly dimensions: number;
}

interface RerankingTruth {
  readonly task: 'reranking';
  readonly labels: 1 | 2;
  readonly maxTokens: number;
}

export interface TestRepository extends HubRepository {
  /** Paths of the weights to compare: of floating point, which may be of 16 bits, … */
  readonly fp32: string;
  /** … and quantised. */
  readonly int8: string | null;
  readonly truth: EmbeddingTruth | RerankingTruth;
  /** What a person has to say, since no file of the repository does. */
  readonly said?: { readonly pooling: EmbeddingTruth['pooling'] };
}

const FIXTURES = join(import.meta.dirname, 'fixtures/models');
export const WITHOUT_METADATA = 'the metadata of published models is absent (HITRATE_HUB names its place)';

export const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));

export const file = (path: string, content: Buffer, lfs = false): HubFile => ({ path, content, lfs });
export const json = (path: string, value: object): HubFile => file(path, Buffer.from(JSON.stringify(value, null, 2)));

/** Weights by their path in the repository, and the fixture that they are. */
export const weights = (paths: Readonly<Record<string, string>>): HubFile[] =>
  Object.entries(paths).map(([path, name]) => file(path, fixture(name), true));

/** The two files of a tokenizer that the test models have. */
export const tokenizer = (name: 'wordpiece' | 'wordpiece-bare' | 'unigram' | 'byte-pairs'): HubFile[] =>
  ['tokenizer.json', 'tokenizer_config.json'].map((path) => file(path, fixture(`${name}/${path}`)));

/** `model.safetensors` of a dense layer, its numbers by a hash of their place. */
export function denseLayer(path: string, outputs: number, inputs: number): HubFile {
  const shapes = { 'linear.bias': [outputs], 'linear.weight': [outputs, inputs] };
  let at = 0;
  const tensors = Object.entries(shapes).map(([name, shape]) => {
    const bytes = shape.reduce((a, b) => a * b) * 4;
    at += bytes;
    return [name, { dtype: 'F32', shape, data_offsets: [at - bytes, at] }] as const;
  });
  const header = Buffer.from(JSON.stringify({ __metadata__: { format: 'pt' }, ...Object.fromEntries(tensors) }));
  const padded = Buffer.alloc(Math.ceil(header.length / 8) * 8, ' ');
  header.copy(padded);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  const numbers = Buffer.alloc(at);
  for (let i = 0; i < at / 4; i++)
    numbers.writeFloatLE((((i * 7919) % 104_729) / 104_729 - 0.5) / Math.sqrt(inputs), i * 4);
  return file(path, Buffer.concat([length, padded, numbers]), true);
}

/** The repositories of which there is published metadata, with weights of their architecture; none where it is absent. */
export function publishedRepositories(): TestRepository[] {
  if (hubPath() === null) return [];
  return PUBLISHED.map(({ id, files, ...rest }) => ({
    id,
    files: [...metadata(id.split('/')[1]!), ...files()],
    ...rest,
  }));
}

const metadata = (name: string): HubFile[] =>
  filesBelow(hubPath(name)!).map(({ path, text }) => file(path, Buffer.from(text())));

const ONNX = { fp32: 'onnx/model.onnx', int8: 'onnx/model_quantized.onnx' } as const;
const both = (name: string, fp32: string = ONNX.fp32, int8: string = ONNX.int8) =>
  weights({ [fp32]: `${name}.onnx`, [int8]: `${name}-int8.onnx` });

export const embedding = (truth: Partial<EmbeddingTruth> & Pick<EmbeddingTruth, 'dimensions'>): EmbeddingTruth => ({
  task: 'embedding',
  pooling: 'mean',
  normalise: true,
  dense: null,
  query: '',
  passage: '',
  maxTokens: 512,
  ...truth,
});

type Published = Omit<TestRepository, 'files'> & { readonly files: () => HubFile[] };

const PUBLISHED: readonly Published[] = [
  {
    id: 'Xenova/all-MiniLM-L6-v2',
    ...ONNX,
    files: () => both('bert-384'),
    // Nothing in it says so: it is the model's card that does.
    truth: embedding({ dimensions: 384, maxTokens: 256 }),
  },
  { id: 'thenlper/gte-small', ...ONNX, files: () => both('bert-384'), truth: embedding({ dimensions: 384 }) },
  {
    id: 'avsolatorio/NoInstruct-small-Embedding-v0',
    ...ONNX,
    files: () => both('bert-384'),
    // Of passages; its questions are pooled by their mean.
    truth: embedding({ dimensions: 384, pooling: 'cls' }),
  },
  {
    id: 'moka-ai/m3e-small',
    fp32: 'onnx/model.onnx',
    int8: 'onnx/model_int8.onnx',
    files: () => both('bert-512', 'onnx/model.onnx', 'onnx/model_int8.onnx'),
    truth: embedding({ dimensions: 512, normalise: false }),
  },
  {
    id: 'intsig-textin/acge_text_embedding',
    ...ONNX,
    files: () => [...both('bert-1024'), denseLayer('2_Dense/model.safetensors', 1792, 1024)],
    truth: embedding({
      dimensions: 1792,
      normalise: false,
      maxTokens: 1024,
      dense: { path: '2_Dense/model.safetensors', tanh: false },
    }),
  },
  {
    id: 'sentence-transformers/all-mpnet-base-v2',
    ...ONNX,
    files: () => both('mpnet-768'),
    truth: embedding({ dimensions: 768, maxTokens: 384 }),
  },
  {
    id: 'intfloat/multilingual-e5-large',
    ...ONNX,
    files: () => [...both('xlm-roberta-1024'), tokenizer('unigram')[0]!],
    // One of its files says that it is the instruct model, which wants an instruction and no prefix for passages.
    truth: embedding({
      dimensions: 1024,
      query: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ',
    }),
  },
  {
    id: 'BAAI/bge-reranker-large',
    ...ONNX,
    files: () => [...both('xlm-roberta-1024-one-logit'), tokenizer('unigram')[0]!],
    truth: { task: 'reranking', labels: 1, maxTokens: 512 },
  },
];
