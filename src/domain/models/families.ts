import type { Pooling } from './configuration';
import type { Origin, Finding } from './repository';
import type { Source } from './source';

export interface Family {
  readonly name: string;
  /** Of the last part of a repository's name, in lower case. */
  readonly matches: RegExp;
  readonly pooling: Pooling;
  readonly normalise: boolean;
  /** '' says that it is known to have none. */
  readonly query: string;
  readonly passage: string;
  /** Where it is less than what the network takes. */
  readonly maxTokens?: number;
  readonly matryoshka?: readonly number[];
  /** Whether a dense layer comes after pooling, so that a repository without it gives other vectors. */
  readonly dense?: true;
  readonly caution?: 'nomic-layer-norm' | 'gemma-half-precision' | 'noinstruct-pooling';
}

const REPRESENT = 'Represent this sentence for searching relevant passages: ';
const INSTRUCT = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ';

const plain = { query: '', passage: '' };
const mean = { pooling: 'mean', normalise: true } as const;
const cls = { pooling: 'cls', normalise: true } as const;
const lastToken = { pooling: 'last-token', normalise: true } as const;
const graph = { pooling: 'graph', normalise: true } as const;

/** The first that matches; so a name that is part of another comes after it. */
const FAMILIES: readonly Family[] = [
  { name: 'E5 Mistral', matches: /e5-mistral/, ...lastToken, query: INSTRUCT, passage: '' },
  { name: 'E5 instruct', matches: /e5-.*instruct/, ...mean, query: INSTRUCT, passage: '', maxTokens: 512 },
  {
    name: 'E5',
    matches: /(?:^|[-_])e5-(?:small|base|large)/,
    ...mean,
    query: 'query: ',
    passage: 'passage: ',
    maxTokens: 512,
  },
  { name: 'BGE-M3', matches: /bge-m3/, ...cls, ...plain },
  {
    name: 'BGE (Chinese)',
    matches: /bge-(?:small|base|large)-zh/,
    ...cls,
    query: '为这个句子生成表示以用于检索相关文章：',
    passage: '',
  },
  { name: 'BGE', matches: /bge-(?:small|base|large)-en/, ...cls, query: REPRESENT, passage: '' },
  {
    name: 'Snowflake Arctic Embed 2',
    matches: /arctic-embed-[ml]-v2/,
    ...cls,
    query: 'query: ',
    passage: '',
    matryoshka: [256],
  },
  {
    name: 'Snowflake Arctic Embed 1.5',
    matches: /arctic-embed-m-v1\.5/,
    ...cls,
    query: REPRESENT,
    passage: '',
    matryoshka: [256],
  },
  { name: 'Snowflake Arctic Embed', matches: /arctic-embed/, ...cls, query: REPRESENT, passage: '' },
  {
    name: 'mxbai-embed-large',
    matches: /mxbai-embed-large/,
    ...cls,
    query: REPRESENT,
    passage: '',
    matryoshka: [512, 256, 128, 64],
  },
  { name: 'mxbai-embed-xsmall', matches: /mxbai-embed-xsmall/, ...mean, query: REPRESENT, passage: '' },
  { name: 'GTE Qwen2', matches: /gte-qwen2/, ...lastToken, query: INSTRUCT, passage: '' },
  {
    name: 'GTE multilingual',
    matches: /gte-multilingual-base/,
    ...cls,
    ...plain,
    matryoshka: [512, 256, 128],
  },
  { name: 'GTE ModernBERT', matches: /gte-modernbert/, ...cls, ...plain },
  { name: 'GTE 1.5', matches: /gte-(?:base|large)-en-v1\.5/, ...cls, ...plain },
  { name: 'GTE (Chinese)', matches: /gte-(?:small|base|large)-zh/, ...cls, ...plain, maxTokens: 512 },
  { name: 'GTE', matches: /gte-(?:tiny|small|base|large)/, ...mean, ...plain, maxTokens: 512 },
  { name: 'Jina 2', matches: /jina-embeddings?-v2/, ...mean, ...plain },
  { name: 'Jina 3', matches: /jina-embeddings?-v3/, ...mean, ...plain },
  {
    name: 'Nomic',
    matches: /nomic-embed-text/,
    ...mean,
    query: 'search_query: ',
    passage: 'search_document: ',
    matryoshka: [512, 256, 128, 64],
    caution: 'nomic-layer-norm',
  },
  {
    name: 'ModernBERT Embed',
    matches: /modernbert-embed/,
    ...mean,
    query: 'search_query: ',
    passage: 'search_document: ',
    matryoshka: [256],
  },
  {
    name: 'Qwen3-Embedding',
    matches: /qwen3-embedding/,
    ...lastToken,
    query: INSTRUCT.trimEnd(),
    passage: '',
    matryoshka: [768, 512, 256, 128, 64, 32],
  },
  {
    name: 'EmbeddingGemma',
    matches: /embeddinggemma/,
    ...graph,
    query: 'task: search result | query: ',
    passage: 'title: none | text: ',
    maxTokens: 2048,
    matryoshka: [512, 256, 128],
    caution: 'gemma-half-precision',
  },
  { name: 'Ruri 3', matches: /ruri-v3/, ...mean, query: '検索クエリ: ', passage: '検索文書: ' },
  { name: 'Ruri', matches: /ruri-(?:small|base|large)/, ...mean, query: 'クエリ: ', passage: '文章: ', maxTokens: 512 },
  { name: 'Granite Embedding', matches: /granite-embedding/, ...cls, ...plain },
  {
    name: 'NoInstruct',
    matches: /noinstruct-small-embedding/,
    ...cls,
    ...plain,
    caution: 'noinstruct-pooling',
  },
  {
    name: 'acge',
    matches: /acge_text_embedding/,
    ...mean,
    ...plain,
    dense: true,
    matryoshka: [1536, 1024, 768, 512],
  },
  { name: 'M3E', matches: /(?:^|[-_])m3e-(?:small|base|large)/, pooling: 'mean', normalise: false, ...plain },
  { name: 'LaBSE', matches: /^labse/, ...cls, ...plain, dense: true },
  {
    name: 'distiluse multilingual',
    matches: /distiluse-base-multilingual/,
    pooling: 'mean',
    normalise: false,
    ...plain,
    dense: true,
    maxTokens: 128,
  },
  {
    name: 'paraphrase multilingual',
    matches: /paraphrase-multilingual-(?:minilm|mpnet)/,
    pooling: 'mean',
    normalise: false,
    ...plain,
    maxTokens: 128,
  },
  { name: 'all-MiniLM-L6', matches: /all-minilm-l6/, ...mean, ...plain, maxTokens: 256 },
  { name: 'all-MiniLM-L12', matches: /all-minilm-l12/, ...mean, ...plain, maxTokens: 128 },
  { name: 'all-mpnet-base', matches: /all-mpnet-base/, ...mean, ...plain, maxTokens: 384 },
  { name: 'multi-qa-MiniLM', matches: /multi-qa-minilm.*cos/, ...mean, ...plain, maxTokens: 512 },
  {
    name: 'multi-qa-mpnet (dot product)',
    matches: /multi-qa-mpnet.*dot/,
    pooling: 'cls',
    normalise: false,
    ...plain,
    maxTokens: 512,
  },
  {
    name: 'static retrieval',
    matches: /static-(?:retrieval|similarity)-mrl/,
    pooling: 'graph',
    normalise: false,
    ...plain,
    matryoshka: [512, 256, 128, 64, 32],
  },
  { name: 'Model2Vec', matches: /(?:^|[-_])potion-|(?:^|[-_])m2v[-_]|model2vec/, ...graph, ...plain, maxTokens: 512 },
];

/** Names of rerankers that are cross-encoders with one logit. */
const RERANKERS: readonly { readonly name: string; readonly matches: RegExp }[] = [
  { name: 'BGE reranker', matches: /bge-reranker-(?:base|large|v2-m3)/ },
  { name: 'Jina reranker', matches: /jina-reranker/ },
  { name: 'MS MARCO cross-encoder', matches: /ms-?marco-(?:multilingual-)?(?:minilm|tinybert|electra|mmarco)|mmarco-/ },
  { name: 'mxbai-rerank', matches: /mxbai-rerank/ },
  { name: 'GTE reranker', matches: /gte-(?:multilingual-)?reranker/ },
  { name: 'Japanese reranker', matches: /japanese-.*reranker|ruri-.*reranker/ },
];

export interface Known<T> {
  readonly family: T;
  readonly from: Origin;
}

export const ofFamily = <T>(value: T, { from }: Known<unknown>): Finding<T> => ({ value, from, certainty: 'family' });

/** The family of an embedding model; null where no name is of one that is known. */
export const familyOf = (source: Source): Known<Family> | null => known(source, FAMILIES);

export const rerankerFamilyOf = (source: Source): Known<(typeof RERANKERS)[number]> | null => known(source, RERANKERS);

/**
 * Names of a repository, most reliable first. `onnx/config.json` is written by the export, so it names the source of
 * the weights; `_name_or_path` in `config.json` is often the model from which training began, so it comes last.
 */
export function namesOf(source: Source): readonly { readonly name: string; readonly file: string | null }[] {
  const named = (path: string) => {
    const name = source.object(path)?.['_name_or_path'];
    return typeof name === 'string' ? [{ name, file: path }] : [];
  };
  return [
    ...named('onnx/config.json'),
    { name: source.name, file: null },
    ...source.about.baseModels.map((name) => ({ name, file: 'README.md' })),
    ...named('config.json'),
  ];
}

/** The last part of a name or a path, in lower case. */
export const lastPart = (name: string): string =>
  name
    .replace(/[/\\]+$/, '')
    .split(/[/\\]/)
    .at(-1)
    ?.toLowerCase() ?? '';

function known<T extends { readonly name: string; readonly matches: RegExp }>(
  source: Source,
  families: readonly T[],
): Known<T> | null {
  for (const { name, file } of namesOf(source)) {
    const family = families.find(({ matches }) => matches.test(lastPart(name)));
    if (family) return { family, from: { code: 'family', data: { name: family.name, file, named: name } } };
  }
  return null;
}

/** The family that the repository's own name is of, where that is another: then one of the two is wrong. */
export function otherFamily(source: Source, chosen: Family): Family | null {
  const own = FAMILIES.find(({ matches }) => matches.test(lastPart(source.name)));
  return own && own !== chosen ? own : null;
}
