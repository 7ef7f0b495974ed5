import type { ModelTask } from './configuration';

export interface CuratedModel {
  readonly repository: CuratedRepository;
  readonly revision: string;
  readonly task: ModelTask;
  /** In millions. */
  readonly parameters: number;
  /** About what is downloaded of the weights that are taken first. */
  readonly bytes: number;
  /** About what it takes while it runs, weights and batches. */
  readonly memory: number;
  /** ISO 639-1; `many` for those of a hundred languages or so. */
  readonly languages: readonly string[];
  /** As SPDX or the hub calls it. */
  readonly licence: string;
  /** Whether it is slow without a GPU: minutes for a thousand passages. */
  readonly gpuAdvised: boolean;
}

const MB = 1_000_000;
const MANY = ['many'];
/** Millions of parameters up to which a processor is fast enough. */
const MAX_WITHOUT_GPU = 120;

/** Repository, millions of parameters, megabytes to download, megabytes of memory, languages, licence. */
type Row = readonly [string, number, number, number, readonly string[], string];

/** Smaller ones first, within a task and a range of languages. */
const MODELS = {
  embedding: [
    ['Xenova/all-MiniLM-L6-v2', 23, 23, 150, ['en'], 'apache-2.0'],
    ['Xenova/bge-small-en-v1.5', 33, 34, 200, ['en'], 'mit'],
    ['Snowflake/snowflake-arctic-embed-s', 33, 34, 200, ['en'], 'apache-2.0'],
    ['minishlab/potion-base-8M', 8, 30, 80, ['en'], 'mit'],
    ['Xenova/multilingual-e5-small', 118, 118, 400, MANY, 'mit'],
    ['Xenova/multilingual-e5-base', 278, 279, 800, MANY, 'mit'],
    ['onnx-community/embeddinggemma-300m-ONNX', 308, 309, 900, MANY, 'gemma'],
    ['Snowflake/snowflake-arctic-embed-m-v2.0', 305, 311, 900, MANY, 'apache-2.0'],
    ['Xenova/bge-m3', 568, 570, 1600, MANY, 'mit'],
    ['onnx-community/Qwen3-Embedding-0.6B-ONNX', 596, 610, 1800, MANY, 'apache-2.0'],
    ['Xenova/bge-small-zh-v1.5', 24, 24, 150, ['zh'], 'mit'],
    ['Xenova/bge-base-zh-v1.5', 102, 103, 400, ['zh'], 'mit'],
  ],
  reranking: [
    ['Xenova/ms-marco-MiniLM-L-6-v2', 23, 23, 200, ['en'], 'apache-2.0'],
    ['jinaai/jina-reranker-v1-tiny-en', 33, 33, 250, ['en'], 'apache-2.0'],
    ['mixedbread-ai/mxbai-rerank-xsmall-v1', 71, 87, 400, ['en'], 'apache-2.0'],
    ['Alibaba-NLP/gte-reranker-modernbert-base', 149, 151, 700, ['en'], 'apache-2.0'],
    ['jinaai/jina-reranker-v2-base-multilingual', 278, 280, 900, MANY, 'cc-by-nc-4.0'],
    ['onnx-community/bge-reranker-v2-m3-ONNX', 568, 570, 1600, MANY, 'apache-2.0'],
    ['Xenova/bge-reranker-base', 278, 279, 900, ['en', 'zh'], 'mit'],
  ],
  generation: [
    ['HuggingFaceTB/SmolLM2-360M-Instruct', 362, 365, 1100, ['en'], 'apache-2.0'],
    ['onnx-community/Qwen2.5-0.5B-Instruct', 494, 500, 1500, MANY, 'apache-2.0'],
    ['onnx-community/Qwen3-0.6B-ONNX', 596, 600, 1800, MANY, 'apache-2.0'],
  ],
} as const satisfies Record<ModelTask, readonly Row[]>;

export type CuratedRepository = (typeof MODELS)[ModelTask][number][0];

const modelsFor = (task: ModelTask): CuratedModel[] =>
  MODELS[task].map(([repository, parameters, download, memory, languages, licence]) => ({
    repository,
    revision: 'main',
    task,
    parameters,
    bytes: download * MB,
    memory: memory * MB,
    languages,
    licence,
    gpuAdvised: parameters > MAX_WITHOUT_GPU,
  }));

/**
 * Models for a task, those that suit the languages first: for English alone English models, smaller at equal quality;
 * otherwise multilingual ones, then those of just these languages.
 *
 * @param languages ISO 639-1, regions allowed; empty where unknown
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
  return modelsFor(task).sort((a, b) => place(a) - place(b));
}
