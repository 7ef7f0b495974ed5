import type { Pooling } from './configuration';
import type { Finding } from './repository';
import type { Source } from './source';

interface Named {
  readonly name: string;
  /** Of the last part of a repository's name, in lower case. */
  readonly matches: RegExp;
}

export interface Family extends Named {
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
  readonly caution?: 'nomic-layer-norm' | 'gemma-half-precision';
}

const REPRESENT = 'Represent this sentence for searching relevant passages: ';
const INSTRUCT = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ';

const NONE = ['', ''] as const;
const E5 = ['query: ', 'passage: '] as const;
const NOMIC = ['search_query: ', 'search_document: '] as const;
const GEMMA = ['task: search result | query: ', 'title: none | text: '] as const;

/** The name, the pattern, the pooling, the prefixes of questions and passages, and what else is known. */
type Row = readonly [
  string,
  RegExp,
  Pooling,
  readonly [query: string, passage: string],
  Partial<Pick<Family, 'maxTokens' | 'matryoshka' | 'caution' | 'normalise' | 'dense'>>?,
];

/** The first that matches; so a name that is part of another comes after it. */
const ROWS: readonly Row[] = [
  ['E5 Mistral', /e5-mistral/, 'last-token', [INSTRUCT, '']],
  ['E5 instruct', /e5-.*instruct/, 'mean', [INSTRUCT, ''], { maxTokens: 512 }],
  ['E5', /(?:^|[-_])e5-(?:small|base|large)/, 'mean', E5, { maxTokens: 512 }],
  ['BGE-M3', /bge-m3/, 'cls', NONE],
  ['BGE (Chinese)', /bge-(?:small|base|large)-zh/, 'cls', ['为这个句子生成表示以用于检索相关文章：', '']],
  ['BGE', /bge-(?:small|base|large)-en/, 'cls', [REPRESENT, '']],
  ['Snowflake Arctic Embed 2', /arctic-embed-[ml]-v2/, 'cls', ['query: ', ''], { matryoshka: [256] }],
  ['Snowflake Arctic Embed 1.5', /arctic-embed-m-v1\.5/, 'cls', [REPRESENT, ''], { matryoshka: [256] }],
  ['Snowflake Arctic Embed', /arctic-embed/, 'cls', [REPRESENT, '']],
  ['mxbai-embed-large', /mxbai-embed-large/, 'cls', [REPRESENT, ''], { matryoshka: [512, 256, 128, 64] }],
  ['mxbai-embed-xsmall', /mxbai-embed-xsmall/, 'mean', [REPRESENT, '']],
  ['GTE Qwen2', /gte-qwen2/, 'last-token', [INSTRUCT, '']],
  ['GTE multilingual', /gte-multilingual-base/, 'cls', NONE, { matryoshka: [512, 256, 128] }],
  ['GTE ModernBERT', /gte-modernbert/, 'cls', NONE],
  ['GTE 1.5', /gte-(?:base|large)-en-v1\.5/, 'cls', NONE],
  ['GTE (Chinese)', /gte-(?:small|base|large)-zh/, 'cls', NONE, { maxTokens: 512 }],
  ['GTE', /gte-(?:tiny|small|base|large)/, 'mean', NONE, { maxTokens: 512 }],
  ['Jina 2', /jina-embeddings?-v2/, 'mean', NONE],
  ['Jina 3', /jina-embeddings?-v3/, 'mean', NONE],
  ['Nomic', /nomic-embed-text/, 'mean', NOMIC, { matryoshka: [512, 256, 128, 64], caution: 'nomic-layer-norm' }],
  ['ModernBERT Embed', /modernbert-embed/, 'mean', NOMIC, { matryoshka: [256] }],
  [
    'Qwen3-Embedding',
    /qwen3-embedding/,
    'last-token',
    [INSTRUCT.trimEnd(), ''],
    { matryoshka: [768, 512, 256, 128, 64, 32] },
  ],
  [
    'EmbeddingGemma',
    /embeddinggemma/,
    'graph',
    GEMMA,
    { maxTokens: 2048, matryoshka: [512, 256, 128], caution: 'gemma-half-precision' },
  ],
  ['Ruri 3', /ruri-v3/, 'mean', ['検索クエリ: ', '検索文書: ']],
  ['Ruri', /ruri-(?:small|base|large)/, 'mean', ['クエリ: ', '文章: '], { maxTokens: 512 }],
  ['Granite Embedding', /granite-embedding/, 'cls', NONE],
  ['NoInstruct', /noinstruct-small-embedding/, 'cls', NONE],
  ['acge', /acge_text_embedding/, 'mean', NONE, { dense: true, matryoshka: [1536, 1024, 768, 512] }],
  ['M3E', /(?:^|[-_])m3e-(?:small|base|large)/, 'mean', NONE, { normalise: false }],
  ['LaBSE', /^labse/, 'cls', NONE, { dense: true }],
  [
    'distiluse multilingual',
    /distiluse-base-multilingual/,
    'mean',
    NONE,
    { dense: true, normalise: false, maxTokens: 128 },
  ],
  [
    'paraphrase multilingual',
    /paraphrase-multilingual-(?:minilm|mpnet)/,
    'mean',
    NONE,
    { normalise: false, maxTokens: 128 },
  ],
  ['all-MiniLM-L6', /all-minilm-l6/, 'mean', NONE, { maxTokens: 256 }],
  ['all-MiniLM-L12', /all-minilm-l12/, 'mean', NONE, { maxTokens: 128 }],
  ['all-mpnet-base', /all-mpnet-base/, 'mean', NONE, { maxTokens: 384 }],
  ['multi-qa-MiniLM', /multi-qa-minilm.*cos/, 'mean', NONE, { maxTokens: 512 }],
  ['multi-qa-mpnet (dot product)', /multi-qa-mpnet.*dot/, 'cls', NONE, { normalise: false, maxTokens: 512 }],
  [
    'static retrieval',
    /static-(?:retrieval|similarity)-mrl/,
    'graph',
    NONE,
    { normalise: false, matryoshka: [512, 256, 128, 64, 32] },
  ],
  ['Model2Vec', /(?:^|[-_])potion-|(?:^|[-_])m2v[-_]|model2vec/, 'graph', NONE, { maxTokens: 512 }],
];

const FAMILIES: readonly Family[] = ROWS.map(([name, matches, pooling, [query, passage], known]) => ({
  name,
  matches,
  pooling,
  query,
  passage,
  normalise: true,
  ...known,
}));

/** Names of rerankers that are cross-encoders with one logit. */
const RERANKERS: readonly Named[] = [
  { name: 'BGE reranker', matches: /bge-reranker-(?:base|large|v2-m3)/ },
  { name: 'Jina reranker', matches: /jina-reranker/ },
  { name: 'MS MARCO cross-encoder', matches: /ms-?marco-(?:multilingual-)?(?:minilm|tinybert|electra|mmarco)|mmarco-/ },
  { name: 'mxbai-rerank', matches: /mxbai-rerank/ },
  { name: 'GTE reranker', matches: /gte-(?:multilingual-)?reranker/ },
  { name: 'Japanese reranker', matches: /japanese-.*reranker|ruri-.*reranker/ },
];

export const ofFamily = <T>(value: T, { name }: Pick<Family, 'name'>): Finding<T> => ({
  value,
  from: name,
  certainty: 'family',
});

export const familyOf = (source: Source): Family | null => known(source, FAMILIES);

export const rerankerFamilyOf = (source: Source): Named | null => known(source, RERANKERS);

/** Most reliable first: `onnx/config.json` names the source of the weights, `_name_or_path` often the base model. */
export function namesOf(source: Source): readonly string[] {
  const named = (path: string): string[] => {
    const name = source.object(path)?.['_name_or_path'];
    return typeof name === 'string' ? [name] : [];
  };
  const names = [...named('onnx/config.json'), source.name, ...source.about.baseModels, ...named('config.json')];
  return names.map(
    (name) =>
      name
        .replace(/[/\\]+$/, '')
        .split(/[/\\]/)
        .at(-1)
        ?.toLowerCase() ?? '',
  );
}

function known<T extends Named>(source: Source, families: readonly T[]): T | null {
  for (const name of namesOf(source)) {
    const family = families.find(({ matches }) => matches.test(name));
    if (family) return family;
  }
  return null;
}
