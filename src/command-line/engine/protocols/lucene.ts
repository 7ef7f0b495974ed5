import { contentKey } from '../../../base/hash';
import type { Json } from '../../../base/types';
import { elasticsearchIndex, elasticsearchLines, elasticsearchSearch } from '../../../domain/handover/elasticsearch';
import { isVectors, metricOf } from '../../../domain/handover/files';
import type { LuceneIndexBody } from '../../../domain/handover/lucene/index-body';
import {
  opensearchIndex,
  opensearchLeast,
  opensearchLines,
  opensearchPipeline,
  opensearchSearch,
} from '../../../domain/handover/opensearch';
import type { HandedPassage, HandedQuestion, HandedSystem } from '../../../domain/handover/target';
import type { MetricName } from '../../../domain/retrieval/dense/metrics';
import { answersTo, type Fields, hitsOf, incomplete, luceneFailure } from '../failures';
import { type FailedItem, type IndexState, markerOf, type Protocol, stateOf, versionNumber } from '../protocol';

/** What OpenSearch and Elasticsearch do each in its own way. */
interface LuceneEngine extends Pick<Protocol, 'mostNumbers' | 'readVersion' | 'least' | 'prepare'> {
  readonly body: (handed: HandedSystem) => LuceneIndexBody;
  readonly passage: (handed: HandedSystem, passage: HandedPassage) => readonly string[];
  readonly search: (search: HandedSystem, question: HandedQuestion) => object;
}

/** One index of which documents are not kept: what is indexed is what is searched. */
function luceneProtocol({ body, passage, search, ...own }: LuceneEngine): Protocol {
  return {
    ...own,
    version: () => [{ method: 'GET', path: '/' }],

    look: ({ name }) => ({ method: 'GET', path: `/${name}/_mapping` }),
    readState: ({ name }, reply): IndexState => {
      if (reply === null) return { is: 'absent' };
      const { mappings } = (reply as Readonly<Record<string, { mappings?: { _meta?: Json } }>>)[name] ?? {};
      // Another index of which this is an alias is somebody else's too.
      return stateOf(mappings?._meta);
    },

    create(index) {
      const { settings, mappings } = body(index.handed);
      return [
        {
          method: 'PUT',
          path: `/${index.name}`,
          body: {
            // Replicas count passages that were replaced each in its own way, and would score differently.
            settings: { ...settings, number_of_replicas: 0, refresh_interval: '-1' },
            mappings: { _meta: markerOf(index, null), _source: { enabled: false }, ...mappings },
          },
        },
      ];
    },

    add: ({ name, handed }, passages) => ({
      method: 'POST',
      path: `/${name}/_bulk`,
      lines: passages.flatMap((each) => passage(handed, each)),
    }),
    readFailed(reply, sent): FailedItem[] {
      const { items } = (reply ?? {}) as BulkReply;
      if (items?.length !== sent) throw incomplete(`it answered for ${items?.length ?? 0} of ${sent} passages`);
      return items.flatMap(({ index: { _id, status, error } }) =>
        error ? [{ id: _id, failure: luceneFailure(status, error, null) }] : [],
      );
    },

    settle: ({ name, handed }) => [
      { method: 'POST', path: `/${name}/_refresh` },
      // Passages that were sent again are there twice until segments are merged, and BM25 counts both.
      ...(handed.system.retrievers.every(isVectors)
        ? []
        : [{ method: 'POST', path: `/${name}/_forcemerge?max_num_segments=1`, isLong: true } as const]),
    ],
    complete: (index, passages) => [
      { method: 'PUT', path: `/${index.name}/_mapping`, body: { _meta: markerOf(index, passages) } },
    ],

    count: ({ name }) => ({ method: 'GET', path: `/${name}/_count` }),
    readCount: (reply) => Number((reply as { readonly count: number }).count),

    ask: (handed, questions) => ({
      method: 'POST',
      path: `/${handed.name}/_msearch`,
      // There is no source: documents are not kept.
      lines: questions.flatMap((question) => ['{}', JSON.stringify({ ...search(handed, question), _source: false })]),
    }),
    readRankings: ({ system }, reply, questions) => {
      const [only] = system.retrievers;
      const score = !system.fusion && isVectors(only!) ? SCORES[metricOf(only)] : (own: number): number => own;
      return answersTo(questions, (reply as Fields | null)?.['responses']).map(({ hits }, question) =>
        hitsOf<Hit>((hits as Fields | undefined)?.['hits'], question, ({ _id, _score }) => ({
          id: _id,
          score: typeof _score === 'number' ? score(_score) : _score,
        })),
      );
    },

    drop: ({ name }) => [{ method: 'DELETE', path: `/${name}` }],
  };
}

interface Hit {
  readonly _id?: Json;
  readonly _score?: Json;
}

interface BulkReply {
  readonly items?: readonly {
    readonly index: { readonly _id: string; readonly status: number; readonly error?: { [field: string]: Json } };
  }[];
}

/** Hitrate's score from what Lucene makes of it, which is never negative. */
const SCORES: Readonly<Record<MetricName, (score: number) => number>> = {
  // (1 + cos) / 2
  cosine: (score) => 2 * score - 1,
  // 1 + product, and 1 / (1 − product) below 0
  'dot-product': (score) => (score >= 1 ? score - 1 : 1 - 1 / score),
  // 1 / (1 + distance²)
  euclidean: (score) => -Math.sqrt(Math.max(0, 1 / score - 1)),
};

interface Info {
  readonly version?: { readonly number?: string; readonly distribution?: string };
  readonly tagline?: string;
}

/** Which of the two answers; both are asked alike. */
function versionOf(name: 'OpenSearch' | 'Elasticsearch', reply: Json | undefined): ReturnType<Protocol['readVersion']> {
  const { version: { number = '', distribution } = {}, tagline = '' } = (reply ?? {}) as Info;
  const isOpensearch = distribution === 'opensearch';
  const isIt = name === 'OpenSearch' ? isOpensearch : !isOpensearch && /you know, for search/i.test(tagline);
  if (isIt) return { name: `${name} ${number}`, number: versionNumber(number) };
  const named = `${number ? ` of version ${number}` : ''}${tagline ? ` (“${tagline}”)` : ''}`;
  return { name: `another server${named}`, number: null };
}

export const elasticsearch = luceneProtocol({
  // https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/dense-vector
  mostNumbers: 4096,
  readVersion: ([reply]) => versionOf('Elasticsearch', reply),
  // What is handed over is written for this version; older ones lack some of it.
  least: () => [9, 0],
  body: elasticsearchIndex,
  passage: elasticsearchLines,
  search: elasticsearchSearch,
});

export const opensearch = luceneProtocol({
  // https://docs.opensearch.org/latest/mappings/supported-field-types/knn-vector/
  mostNumbers: 16_000,
  readVersion: ([reply]) => versionOf('OpenSearch', reply),
  least: opensearchLeast,
  body: opensearchIndex,
  passage: opensearchLines,
  // A search names its pipeline, which is there before it: the interface takes none with the search.
  prepare: (search) => {
    const body = opensearchPipeline(search);
    return body ? [{ method: 'PUT', path: `/_search/pipeline/${pipelineName(search)}`, body }] : [];
  },
  search: (search, question) => ({
    ...opensearchSearch(search, question),
    ...(search.system.fusion ? { search_pipeline: pipelineName(search) } : {}),
  }),
});

/** Of the index and of the fusion: another command with the same fusion finds it. */
const pipelineName = ({ name, system: { fusion, retrievers } }: HandedSystem): string =>
  `${name}_${contentKey({ fusion, lists: retrievers.length }).slice(0, 10)}`;
