import { porter2 } from '../../src/domain/text/porter2';
import { javaTokens } from '../java-patterns';
import { bm25 } from './bm25';
import { byRanks, byScores } from './fused';
import type { Received, Reply } from './server';

type Fields = Readonly<Record<string, unknown>>;

interface Mapping {
  readonly type: string;
  readonly analyzer?: string;
  readonly similarity?: string;
  readonly dimension?: number;
  readonly dims?: number;
}

/** An analyzer is a tokenizer by a pattern of Java, and filters. */
interface Analysis {
  readonly tokenizer: Readonly<Record<string, { readonly pattern: string; readonly group: number }>>;
  readonly filter: Readonly<
    Record<
      string,
      {
        readonly type: string;
        readonly stopwords?: readonly string[];
        readonly pattern?: string;
        readonly replacement?: string;
      }
    >
  >;
  readonly analyzer: Readonly<Record<string, { readonly tokenizer: string; readonly filter: readonly string[] }>>;
}

interface Index {
  mappings: {
    readonly _meta?: Fields;
    readonly dynamic: string;
    readonly properties: Readonly<Record<string, Mapping>>;
  };
  readonly settings: {
    readonly similarity?: Readonly<Record<string, { readonly k1: number; readonly b: number }>>;
    readonly analysis?: Analysis;
  };
  readonly docs: Map<string, Fields>;
  /** What searches see: documents when the index was last refreshed. */
  searched: ReadonlyMap<string, Fields>;
  readonly words: Map<string, ReturnType<typeof bm25>>;
}

/** What both engines built on Lucene have alike, in memory. */
export class LuceneIndexes {
  readonly all = new Map<string, Index>();
  readonly pipelines = new Map<string, Pipeline>();

  constructor(private readonly info: unknown) {}

  answer({ method, path, body, query }: Received): Reply {
    if (path === '/') return { body: this.info };
    if (path.startsWith('/_search/pipeline/')) {
      this.pipelines.set(path.split('/')[3]!, body as Pipeline);
      return { body: { acknowledged: true } };
    }
    const [, name = '', action = ''] = path.split('/');
    if (method === 'PUT' && action === '') return this.create(name, body as Fields);
    const index = this.all.get(name);
    if (!index) return absent(name);
    switch (`${method} ${action}`) {
      case 'DELETE ':
        this.all.delete(name);
        return { body: { acknowledged: true } };
      case 'GET _mapping':
        return { body: { [name]: { mappings: index.mappings } } };
      case 'PUT _mapping':
        index.mappings = { ...index.mappings, ...(body as Fields) };
        return { body: { acknowledged: true } };
      case 'POST _bulk':
        return this.bulk(name, index, body as Fields[]);
      case 'POST _refresh':
        index.searched = new Map(index.docs);
        index.words.clear();
        return { body: { _shards: SHARDS } };
      case 'POST _forcemerge':
        if (query.get('max_num_segments') !== '1') return failed(400, 'illegal_argument_exception', 'one segment');
        return { body: { _shards: SHARDS } };
      case 'GET _count':
        return { body: { count: index.searched.size, _shards: SHARDS } };
      case 'POST _msearch': {
        const bodies = (body as Fields[]).filter((_, i) => i % 2 === 1);
        return { body: { took: 1, responses: bodies.map((each) => search(name, index, each, this.pipelines)) } };
      }
      default:
        return failed(405, 'method_not_allowed', `${method} ${path}`);
    }
  }

  private create(name: string, { mappings, settings }: Fields): Reply {
    if (this.all.has(name)) return failed(400, 'resource_already_exists_exception', `index [${name}/x] already exists`);
    const index = { mappings, settings } as unknown as Index;
    this.all.set(name, { ...index, docs: new Map(), searched: new Map(), words: new Map() });
    return { body: { acknowledged: true, shards_acknowledged: true, index: name } };
  }

  private bulk(name: string, index: Index, lines: readonly Fields[]): Reply {
    const items: Fields[] = [];
    for (let i = 0; i < lines.length; i += 2) {
      const { _id } = (lines[i] as { index: { _id: string } }).index;
      const error = flaw(index, lines[i + 1]!);
      const result = index.docs.has(_id) ? 'updated' : 'created';
      if (!error) index.docs.set(_id, lines[i + 1]!);
      const shared = { _index: name, _id };
      const taken = {
        _version: 1,
        result,
        _shards: { total: 1, successful: 1, failed: 0 },
        _seq_no: i,
        _primary_term: 1,
      };
      items.push({ index: { ...shared, ...(error ? { status: 400, error } : { ...taken, status: 201 }) } });
    }
    return { body: { took: 1, errors: items.some((item) => 'error' in (item['index'] as Fields)), items } };
  }
}

/** What answers at `/`. */
export const infoOf = (tagline: string, version: object): object => ({
  ...{ name: 'recorded', cluster_name: 'recorded', cluster_uuid: 'aaaaaaaaaaaaaaaaaaaaaa', tagline },
  version: {
    ...{ build_type: 'tar', build_hash: '0', build_date: '2026-01-01T00:00:00Z', build_snapshot: false },
    ...{ lucene_version: '10.2.2', minimum_wire_compatibility_version: '2.19.0' },
    ...{ minimum_index_compatibility_version: '2.0.0', ...version },
  },
});

const SHARDS = { total: 1, successful: 1, failed: 0, skipped: 0 };

export function failed(status: number, type: string, reason: string): Reply {
  const cause = { type, reason };
  return { status, body: { error: { root_cause: [cause], ...cause }, status } };
}

const absent = (name: string): Reply => failed(404, 'index_not_found_exception', `no such index [${name}]`);

/** Why a document does not fit its mapping. */
function flaw({ mappings: { properties } }: Index, document: Fields): Fields | null {
  for (const [field, value] of Object.entries(document)) {
    const mapping = properties[field];
    if (!mapping)
      return {
        type: 'strict_dynamic_mapping_exception',
        reason: `mapping set to strict, dynamic introduction of [${field}] within [_doc] is not allowed`,
      };
    const dimensions = mapping.dimension ?? mapping.dims;
    if (dimensions !== undefined && (value as number[]).length !== dimensions)
      return {
        type: 'mapper_parsing_exception',
        reason: `failed to parse field [${field}] of type [${mapping.type}]`,
        caused_by: {
          type: 'illegal_argument_exception',
          reason: `Vector dimension mismatch. Expected: ${dimensions}, Given: ${(value as number[]).length}`,
        },
      };
  }
  return null;
}

function search(name: string, index: Index, body: Fields, pipelines: ReadonlyMap<string, Pipeline>): Fields {
  const { _source: kept } = index.mappings as { readonly _source?: { readonly enabled: boolean } };
  if (kept?.enabled === false && body['_source'] !== false)
    return {
      status: 400,
      error: { type: 'illegal_argument_exception', reason: '_source is disabled in the mappings' },
    };
  const { query, retriever, size = 10 } = body as { query?: Fields; retriever?: Fields; size?: number };
  const scores = [
    ...(query ? scoresOf(index, query, pipelines.get(String(body['search_pipeline']))) : retrieved(index, retriever!)),
  ];
  // Equal scores stay in the order in which documents came, as in an index.
  const hits = scores.sort((a, b) => b[1] - a[1]).slice(0, size);
  return {
    took: 1,
    timed_out: false,
    _shards: SHARDS,
    hits: {
      max_score: hits[0]?.[1] ?? null,
      hits: hits.map(([_id, _score]) => ({ _index: name, _id, _score })),
    },
    status: 200,
  };
}

interface Joined {
  readonly retrievers: readonly { readonly retriever: Fields; readonly weight: number; readonly normalizer?: string }[];
  readonly rank_constant: number;
  readonly rank_window_size: number;
}

/** By a retriever of Elasticsearch. */
function retrieved(index: Index, { standard, knn, rrf, linear }: Fields): Map<string, number> {
  if (standard) return scoresOf(index, (standard as { query: Fields }).query);
  if (knn) return scoresOf(index, { knn });
  const { retrievers, rank_constant, rank_window_size } = (rrf ?? linear) as Joined;
  const lists = retrievers.map((each) => cut(retrieved(index, each.retriever), rank_window_size));
  const weights = retrievers.map(({ weight }) => weight);
  if (rrf) return byRanks(lists, (rank, list) => weights[list]! / (rank_constant + rank + 1));
  const [norm = 'none', ...others] = new Set(retrievers.map(({ normalizer }) => normalizer ?? 'none'));
  if (others.length > 0) throw new Error('lists with different normalizers');
  return byScores(lists, weights, { norm, join: 'sum' });
}

const cut = (scores: Map<string, number>, depth: number): Map<string, number> =>
  new Map([...scores].sort((a, b) => b[1] - a[1]).slice(0, depth));

interface Pipeline {
  readonly phase_results_processors: readonly Readonly<
    Record<
      string,
      {
        normalization?: { technique: string };
        combination: { technique: string; rank_constant?: number; parameters?: { weights: readonly number[] } };
      }
    >
  >[];
}

/** By a pipeline of OpenSearch. */
function piped(lists: readonly Map<string, number>[], pipeline: Pipeline | undefined): Map<string, number> {
  if (!pipeline) throw new Error('a hybrid query without its pipeline');
  const [processor] = Object.values(pipeline.phase_results_processors[0]!) as [
    Pipeline['phase_results_processors'][number][string],
  ];
  const { normalization, combination } = processor;
  const { technique, rank_constant, parameters } = combination;
  // Weights of ranks were added in 3.1; alike where there are none.
  const weights = parameters?.weights ?? lists.map(() => 1 / lists.length);
  if (Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) > 1e-6) throw new Error('weights are no shares');
  if (technique === 'rrf') return byRanks(lists, (rank, list) => weights[list]! / (rank_constant! + rank + 1));
  return byScores(lists, weights, { norm: normalization!.technique, join: technique });
}

/** Of documents that match. @throws {Error} for a query that this server does not evaluate */
function scoresOf(index: Index, query: Fields, pipeline?: Pipeline): Map<string, number> {
  const [[kind, given]] = Object.entries(query) as [[string, Fields]];
  switch (kind) {
    case 'hybrid': {
      const { queries, pagination_depth } = given as { queries: Fields[]; pagination_depth: number };
      return piped(
        queries.map((each) => cut(scoresOf(index, each), pagination_depth)),
        pipeline,
      );
    }
    case 'match_none':
      return new Map();
    case 'match': {
      const [[field, { query: text }]] = Object.entries(given) as [[string, { query: string }]];
      return matched(index, field, text);
    }
    case 'script_score': {
      const { params } = given['script'] as { params: { field: string; query_value: number[]; space_type: string } };
      return near(index, params.field, params.query_value, params.space_type, Infinity);
    }
    case 'knn': {
      if ('field' in given) {
        const { field, query_vector, k } = given as unknown as { field: string; query_vector: number[]; k: number };
        const { similarity = '' } = index.mappings.properties[field]!;
        return near(index, field, query_vector, similarity, k);
      }
      const [[field, { vector, k }]] = Object.entries(given) as [[string, { vector: number[]; k: number }]];
      const { method } = index.mappings.properties[field] as unknown as { method: { space_type: string } };
      return near(index, field, vector, method.space_type, k);
    }
    default:
      throw new Error(`a query of the kind ${kind}`);
  }
}

function matched(index: Index, field: string, text: string): Map<string, number> {
  const { type, analyzer, similarity } = index.mappings.properties[field]!;
  if (type !== 'text') throw new Error(`${field} is no field of words`);
  const terms = (value: unknown): string[] => analyzed(index.settings.analysis, analyzer!, value as string);
  const known = index.words.get(field);
  const passages = [...index.searched].map(([id, document]) => [id, terms(document[field] ?? '')] as const);
  const words = known ?? bm25(passages, index.settings.similarity![similarity!]!);
  index.words.set(field, words);
  return words(terms(text));
}

function analyzed(analysis: Analysis | undefined, name: string, text: string): string[] {
  if (name === 'whitespace') return text.split(/\s+/).filter(Boolean);
  const { tokenizer, filter } = analysis!.analyzer[name]!;
  const { pattern, group } = analysis!.tokenizer[tokenizer]!;
  return filter.reduce(
    (tokens, each) => {
      if (each === 'lowercase') return tokens.map((token) => token.toLowerCase());
      const { type, stopwords, pattern: of, replacement } = analysis!.filter[each]!;
      if (type === 'snowball') return tokens.map(porter2);
      if (type === 'pattern_replace') return tokens.map((token) => token.replace(new RegExp(of!), replacement!));
      return tokens.filter((token) => !stopwords!.includes(token));
    },
    javaTokens(pattern, group, text),
  );
}

/** Never negative, as Lucene asks. */
const SIMILARITIES: Readonly<Record<string, (a: readonly number[], b: readonly number[]) => number>> = {
  cosine: (a, b) => (1 + product(a, b) / Math.sqrt(product(a, a) * product(b, b))) / 2,
  product: (a, b) => {
    const both = product(a, b);
    return both >= 0 ? 1 + both : 1 / (1 - both);
  },
  distance: (a, b) => 1 / (1 + a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0)),
};
const NAMES: Readonly<Record<string, string>> = {
  cosinesimil: 'cosine',
  cosine: 'cosine',
  innerproduct: 'product',
  max_inner_product: 'product',
  l2: 'distance',
  l2_norm: 'distance',
};

export const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

function near(index: Index, field: string, question: readonly number[], space: string, k: number): Map<string, number> {
  const similarity = SIMILARITIES[NAMES[space] ?? ''];
  if (!similarity) throw new Error(`vectors are compared by ${space}`);
  const scores = [...index.searched].flatMap(([id, document]) => {
    const vector = document[field] as number[] | undefined;
    return vector ? [[id, Math.fround(similarity(question, vector))] as const] : [];
  });
  return new Map(scores.sort((a, b) => b[1] - a[1]).slice(0, k));
}
