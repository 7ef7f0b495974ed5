import type { TimeSource } from '../outcome';

/** Where lists stand in a response. */
export interface PlaceOfLists {
  /** Paths that tell it, any of these; of several between blanks all. `hits[]` is a list, `details{}` an object. */
  readonly told: readonly string[];
  /** What holds a list each: the response itself where it is not given. Names of members are ids of questions. */
  readonly each?: string;
  /** From there to the hits. */
  readonly hits: string;
}

/** Members of a hit, by their paths. */
export interface HitFields {
  readonly within?: string;
  /** Of several the first that is there; the name of the last part is that of the id. */
  readonly id: readonly string[];
  /** What of the id was indexed. */
  readonly ownId?: RegExp;
  readonly score: string;
  /** What is stored of the passage. */
  readonly stored: string;
  /** What beside it is a judgment. */
  readonly rating?: string;
}

export interface ResponseShape {
  readonly time: TimeSource;
  /** Where the time is, and the milliseconds in its unit. */
  readonly took?: readonly [path: string, unit: number];
  /** What messages name where nothing of it is there. */
  readonly fields: readonly string[];
  /** Where what is read may lie in documents of an index. */
  readonly documents?: string;
  /** What the first hit of a search does not have stored. */
  readonly without?: readonly string[];
  readonly places: readonly PlaceOfLists[];
  /** Null where a hit is the id alone. */
  readonly hit: HitFields | null;
  /** What holds hits in a group of them. */
  readonly groups?: string;
  readonly system?: string;
  readonly question?: string;
}

const HIT: HitFields = { id: ['_id'], score: '_score', stored: '_source' };
/** Documents of OpenSearch's search relevance and of click logs come as hits of a search too. */
const OTHERS = [
  'judgmentRatings',
  'querySetQueries',
  'searchConfigurationList',
  'searchConfigurationId',
  'action_name',
];

export const RESPONSE_SHAPES = {
  /** `_rank_eval`: a rating beside a hit is a judgment, read elsewhere. */
  rankEvaluation: {
    time: 'took',
    fields: ['details'],
    places: [{ told: ['details{}.hits[]', 'details{} metric_score'], each: 'details{}', hits: 'hits' }],
    hit: { ...HIT, within: 'hit', rating: 'rating' },
  },
  /**
   * Experiments of the Search Relevance Workbench
   * (https://docs.opensearch.org/latest/search-plugins/search-relevance/experiments/). Each configuration is a system.
   */
  experiments: {
    time: 'took',
    fields: ['hits.hits[]._source.results', 'hits.hits[]._source.documentIds'],
    documents: 'hits.hits[]._source',
    places: [
      { told: ['documentIds[] searchText'], hits: 'documentIds' },
      { told: ['results[].snapshots[]'], each: 'results[].snapshots[]', hits: 'docIds' },
    ],
    hit: null,
    system: 'searchConfigurationId',
  },
  /** `_search`, and `_msearch`, whose `responses` are in the order of its requests. */
  search: {
    time: 'took',
    took: ['took', 1],
    fields: ['hits', 'responses'],
    without: OTHERS,
    places: [
      { told: ['responses[].hits', 'responses[].error', 'responses[].took'], each: 'responses[]', hits: 'hits.hits' },
      { told: ['hits.hits[]', 'error{} status'], hits: 'hits.hits' },
    ],
    hit: HIT,
  },
  /** https://solr.apache.org/guide/solr/latest/query-guide/response-writers.html */
  solr: {
    time: 'took',
    took: ['responseHeader.QTime', 1],
    fields: ['response.docs'],
    places: [{ told: ['response.docs[]', 'responseHeader{} error{}'], hits: 'response.docs' }],
    hit: { id: ['id'], score: 'score', stored: '' },
    question: 'responseHeader.params.q',
  },
  /** The time of a batch is of all its queries, and tells nothing of one. */
  qdrant: {
    time: 'time',
    took: ['time', 1000],
    fields: ['result'],
    places: [
      { told: ['result.points[]'], hits: 'result.points' },
      { told: ['result[].points[]'], each: 'result[]', hits: 'points' },
      // The old search.
      { told: ['result[][]'], each: 'result[]', hits: '' },
      { told: ['result[].id', 'result[].score', 'status.error time'], hits: 'result' },
    ],
    hit: { id: ['id'], score: 'score', stored: 'payload' },
  },
  /** https://docs.vespa.ai/en/reference/default-result-format.html; the id is what follows `::`. */
  vespa: {
    time: 'timing',
    took: ['timing.searchtime', 1000],
    fields: ['root'],
    places: [{ told: ['root.children', 'root.relevance', 'root.coverage', 'root.errors'], hits: 'root.children' }],
    hit: {
      id: ['fields.documentid', 'id'],
      ownId: /^id:[^:]*:[^:]*:[^:]*:(.+)$/s,
      score: 'relevance',
      stored: 'fields',
    },
    groups: 'children',
  },
} as const satisfies Readonly<Record<string, ResponseShape>>;
