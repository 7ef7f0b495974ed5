import type { Registered } from '../formats/format';
import type { ResultFormat } from './result-records';

interface RegisteredResults extends Registered<ResultFormat> {
  readonly byRequests?: true;
}

export const RESULT_FORMATS: Readonly<Record<string, RegisteredResults>> = {
  'rank-eval': {
    name: 'Rank evaluation',
    files: [['_rank_eval response', 'details {request: {hits [{hit {_id, _score}, rating}]}}']],
    load: async () => (await import('./responses')).responsesOf('rankEvaluation'),
  },
  'opensearch-experiment': {
    name: 'OpenSearch experiment',
    files: [['JSON', 'results [{queryText, snapshots [{docIds}]}]', 'searchText, documentIds']],
    load: async () => (await import('./responses')).responsesOf('experiments'),
  },
  search: {
    name: 'Elasticsearch, OpenSearch',
    files: [
      ['_search', 'hits {hits [{_id, _score, _source}]}', 'took'],
      ['_msearch', 'responses', '+ requests (NDJSON)'],
    ],
    byRequests: true,
    load: async () => (await import('./responses')).responsesOf('search'),
  },
  solr: {
    name: 'Solr',
    files: [['JSON', 'response {docs [{id, score}]}', 'responseHeader {QTime, params {q}}']],
    byRequests: true,
    load: async () => (await import('./responses')).responsesOf('solr'),
  },
  qdrant: {
    name: 'Qdrant',
    files: [['query, batch', 'result {points [{id, score}]}', 'payload', 'time']],
    byRequests: true,
    load: async () => (await import('./responses')).responsesOf('qdrant'),
  },
  vespa: {
    name: 'Vespa',
    files: [['JSON', 'root {children [{relevance, fields}]}', 'timing']],
    byRequests: true,
    load: async () => (await import('./responses')).responsesOf('vespa'),
  },
  openinference: {
    name: 'OpenInference (Phoenix)',
    files: [['spans', 'input.value', 'retrieval.documents']],
    load: async () => (await import('./spans')).openInference,
  },
  opentelemetry: {
    name: 'OpenTelemetry',
    files: [['spans', 'gen_ai.retrieval.query.text', 'gen_ai.retrieval.documents']],
    load: async () => (await import('./spans')).openTelemetry,
  },
  'retrieved-rows': {
    name: 'Retrieved lists',
    label: 'LangChain, LlamaIndex, Haystack, RankLLM',
    files: [['JSON, JSON Lines, CSV', 'query', 'retrieved_ids', 'retrieved_texts', 'scores']],
    load: async () => (await import('./retrieved-rows')).retrievedRows,
  },
  // The last: a table may be much else.
  'run-table': {
    name: 'Table of hits',
    files: [['CSV, JSON Lines', 'qid | query', 'docid', 'rank | score', 'latency_ms']],
    load: async () => (await import('./run-table')).runTable,
  },
};
