import type { ModelTask } from './configuration';

/** A model that is known to work, and what to know when choosing among them. */
export interface CuratedModel {
  readonly repository: string;
  readonly revision: string;
  readonly task: ModelTask;
  /** For whom it is, in a sentence. */
  readonly what: string;
  /** In millions. */
  readonly parameters: number;
  /** About what is downloaded of the weights that are taken first. */
  readonly bytes: number;
  /** ISO 639-1; `many` for those of a hundred languages or so. */
  readonly languages: readonly string[];
  /** As SPDX or the hub calls it. */
  readonly licence: string;
  /** Figures as published, each with its source; empty where we are not sure of any. */
  readonly scores: readonly { readonly figure: string; readonly source: string }[];
  /** About what it takes while it runs, weights and batches. */
  readonly memory: number;
  /** Whether it is slow without a GPU: minutes for a thousand passages. */
  readonly gpuAdvised: boolean;
}

const MB = 1_000_000;
const MANY = ['many'];

/** Smaller ones first, within a task and a range of languages. */
const EMBEDDING: readonly Omit<CuratedModel, 'task' | 'revision'>[] = [
  {
    repository: 'Xenova/all-MiniLM-L6-v2',
    what: 'The smallest that is widely used: to try things out, or as the line that others must beat.',
    parameters: 23,
    bytes: 23 * MB,
    languages: ['en'],
    licence: 'apache-2.0',
    scores: [{ figure: 'retrieval .420 nDCG@10', source: 'MTEB, English, 15 BEIR collections' }],
    memory: 150 * MB,
    gpuAdvised: false,
  },
  {
    repository: 'Xenova/bge-small-en-v1.5',
    what: 'Much for its size in English. Questions need a prefix, which is set.',
    parameters: 33,
    bytes: 34 * MB,
    languages: ['en'],
    licence: 'mit',
    scores: [{ figure: 'retrieval .517 nDCG@10', source: 'MTEB, English, 15 BEIR collections' }],
    memory: 200 * MB,
    gpuAdvised: false,
  },
  {
    repository: 'Snowflake/snowflake-arctic-embed-s',
    what: 'Made for search alone, in English.',
    parameters: 33,
    bytes: 34 * MB,
    languages: ['en'],
    licence: 'apache-2.0',
    scores: [{ figure: 'retrieval .520 nDCG@10', source: 'MTEB, English, 15 BEIR collections' }],
    memory: 200 * MB,
    gpuAdvised: false,
  },
  {
    repository: 'minishlab/potion-base-8M',
    what: 'A table of word vectors, no network: a hundred times faster, and less exact.',
    parameters: 8,
    bytes: 30 * MB,
    languages: ['en'],
    licence: 'mit',
    scores: [],
    memory: 80 * MB,
    gpuAdvised: false,
  },
  {
    repository: 'Xenova/multilingual-e5-small',
    what: 'The first to take for many languages: small, and at home in Chinese, Japanese and Korean.',
    parameters: 118,
    bytes: 118 * MB,
    languages: MANY,
    licence: 'mit',
    scores: [{ figure: 'MIRACL .608 nDCG@10', source: 'Wang et al. 2024, 16 languages' }],
    memory: 400 * MB,
    gpuAdvised: false,
  },
  {
    repository: 'Xenova/multilingual-e5-base',
    what: 'As multilingual-e5-small, better and three times slower.',
    parameters: 278,
    bytes: 279 * MB,
    languages: MANY,
    licence: 'mit',
    scores: [{ figure: 'MIRACL .623 nDCG@10', source: 'Wang et al. 2024, 16 languages' }],
    memory: 800 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'onnx-community/embeddinggemma-300m-ONNX',
    what: 'The best of its size in many languages; shorter vectors are part of its training.',
    parameters: 308,
    bytes: 309 * MB,
    languages: MANY,
    licence: 'gemma',
    scores: [{ figure: 'mean of tasks 61.2', source: 'MTEB, multilingual, version 2' }],
    memory: 900 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'Snowflake/snowflake-arctic-embed-m-v2.0',
    what: 'Made for search alone, in many languages, with passages of up to 8192 tokens.',
    parameters: 305,
    bytes: 311 * MB,
    languages: MANY,
    licence: 'apache-2.0',
    scores: [{ figure: 'BEIR .554 nDCG@10', source: 'its model card' }],
    memory: 900 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'Xenova/bge-m3',
    what: 'Large and strong in a hundred languages, with long passages and no prefix.',
    parameters: 568,
    bytes: 570 * MB,
    languages: MANY,
    licence: 'mit',
    scores: [],
    memory: 1600 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'onnx-community/Qwen3-Embedding-0.6B-ONNX',
    what: 'A small language model trained to embed: among the best, and slow without a GPU.',
    parameters: 596,
    bytes: 610 * MB,
    languages: MANY,
    licence: 'apache-2.0',
    scores: [{ figure: 'mean of tasks 64.3', source: 'MTEB, multilingual, version 2' }],
    memory: 1800 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'Xenova/bge-small-zh-v1.5',
    what: 'Small and fast, for Chinese alone.',
    parameters: 24,
    bytes: 24 * MB,
    languages: ['zh'],
    licence: 'mit',
    scores: [{ figure: 'retrieval .618 nDCG@10', source: 'C-MTEB' }],
    memory: 150 * MB,
    gpuAdvised: false,
  },
  {
    repository: 'Xenova/bge-base-zh-v1.5',
    what: 'For Chinese alone, better than the small one and four times slower.',
    parameters: 102,
    bytes: 103 * MB,
    languages: ['zh'],
    licence: 'mit',
    scores: [{ figure: 'retrieval .695 nDCG@10', source: 'C-MTEB' }],
    memory: 400 * MB,
    gpuAdvised: false,
  },
];

const RERANKING: readonly Omit<CuratedModel, 'task' | 'revision'>[] = [
  {
    repository: 'Xenova/ms-marco-MiniLM-L-6-v2',
    what: 'The small reranker that most people know, for English.',
    parameters: 23,
    bytes: 23 * MB,
    languages: ['en'],
    licence: 'apache-2.0',
    scores: [{ figure: 'TREC DL 2019 .743 nDCG@10', source: 'its model card' }],
    memory: 200 * MB,
    gpuAdvised: false,
  },
  {
    repository: 'jinaai/jina-reranker-v1-tiny-en',
    what: 'Small and fast, for English passages of up to 8192 tokens.',
    parameters: 33,
    bytes: 33 * MB,
    languages: ['en'],
    licence: 'apache-2.0',
    scores: [{ figure: 'BEIR .485 nDCG@10', source: 'its model card' }],
    memory: 250 * MB,
    gpuAdvised: false,
  },
  {
    repository: 'mixedbread-ai/mxbai-rerank-xsmall-v1',
    what: 'Better than the smallest on passages unlike web pages, for English.',
    parameters: 71,
    bytes: 87 * MB,
    languages: ['en'],
    licence: 'apache-2.0',
    scores: [{ figure: 'BEIR .439 nDCG@10 (11 collections)', source: 'its model card' }],
    memory: 400 * MB,
    gpuAdvised: false,
  },
  {
    repository: 'Alibaba-NLP/gte-reranker-modernbert-base',
    what: 'Strong for English, with long passages.',
    parameters: 149,
    bytes: 151 * MB,
    languages: ['en'],
    licence: 'apache-2.0',
    scores: [{ figure: 'BEIR .562 nDCG@10', source: 'its model card' }],
    memory: 700 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'jinaai/jina-reranker-v2-base-multilingual',
    what: 'For a hundred languages; not for commercial use.',
    parameters: 278,
    bytes: 280 * MB,
    languages: MANY,
    licence: 'cc-by-nc-4.0',
    scores: [],
    memory: 900 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'onnx-community/bge-reranker-v2-m3-ONNX',
    what: 'Strong in many languages, and slow without a GPU.',
    parameters: 568,
    bytes: 570 * MB,
    languages: MANY,
    licence: 'apache-2.0',
    scores: [],
    memory: 1600 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'Xenova/bge-reranker-base',
    what: 'For English and Chinese.',
    parameters: 278,
    bytes: 279 * MB,
    languages: ['en', 'zh'],
    licence: 'mit',
    scores: [],
    memory: 900 * MB,
    gpuAdvised: true,
  },
];

const GENERATION: readonly Omit<CuratedModel, 'task' | 'revision'>[] = [
  {
    repository: 'HuggingFaceTB/SmolLM2-360M-Instruct',
    what: 'The smallest whose questions and rewrites are of use, for English.',
    parameters: 362,
    bytes: 365 * MB,
    languages: ['en'],
    licence: 'apache-2.0',
    scores: [],
    memory: 1100 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'onnx-community/Qwen2.5-0.5B-Instruct',
    what: 'Small, and the first to take for Chinese and other languages.',
    parameters: 494,
    bytes: 500 * MB,
    languages: MANY,
    licence: 'apache-2.0',
    scores: [],
    memory: 1500 * MB,
    gpuAdvised: true,
  },
  {
    repository: 'onnx-community/Qwen3-0.6B-ONNX',
    what: 'Newer and better than Qwen2.5 of its size; it thinks aloud unless told not to.',
    parameters: 596,
    bytes: 600 * MB,
    languages: MANY,
    licence: 'apache-2.0',
    scores: [],
    memory: 1800 * MB,
    gpuAdvised: true,
  },
];

const withTask =
  (task: ModelTask) =>
  (model: Omit<CuratedModel, 'task' | 'revision'>): CuratedModel => ({ ...model, task, revision: 'main' });

export const CURATED: readonly CuratedModel[] = [
  ...EMBEDDING.map(withTask('embedding')),
  ...RERANKING.map(withTask('reranking')),
  ...GENERATION.map(withTask('generation')),
];

/**
 * The models for a task, those that suit a collection's languages first: of English those for English alone, since they are
 * smaller for the same quality; of all others those of many languages, then those of just these languages.
 *
 * @param languages ISO 639-1, also with a region; none where they are not known
 */
export function curatedFor(task: ModelTask, languages: readonly string[] = []): readonly CuratedModel[] {
  const wanted = [...new Set(languages.map((language) => language.toLowerCase().split('-')[0] ?? ''))];
  const order = wanted.length > 0 && wanted.every((language) => language === 'en') ? ['own', 'many'] : ['many', 'own'];
  const place = (model: CuratedModel): number => {
    if (wanted.length === 0) return 0;
    const suits = model.languages.includes('many')
      ? 'many'
      : wanted.every((language) => model.languages.includes(language))
        ? 'own'
        : 'neither';
    const found = order.indexOf(suits);
    return found < 0 ? order.length : found;
  };
  return CURATED.filter((model) => model.task === task).sort((a, b) => place(a) - place(b));
}
