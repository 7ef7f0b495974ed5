import type { DocId, Json, Ranking } from '../../../base/types';
import { luceneBulkLines, luceneForms } from '../../../domain/handover/lucene/index-body';
import type { HandedQuestion, HandedSystem } from '../../../domain/handover/target';
import { luceneFailure } from '../failures/lucene';
import type {
  EngineIndex,
  EngineRequest,
  FailedItem,
  FieldOfPlan,
  FusionProtocol,
  IndexField,
  IndexState,
  JoinedPlan,
  ListPlan,
  Metric,
  Protocol,
  SearchedValue,
} from '../types';
import { handedIndex, handedQuestion, isZero, searchedBy } from './handed-index';
import { markerOf, stateOf } from './marker';

/** What OpenSearch and Elasticsearch do each in its own way. */
interface LuceneEngine extends Pick<Protocol, 'limits' | 'readVersion' | 'prepare'> {
  /** The body of an index. */
  readonly index: (handed: HandedSystem) => object;
  /** The body of a search of one field. */
  readonly search: (handed: HandedSystem, field: number, question: HandedQuestion) => object;
  /** How lists are joined; the body of a search, by those of the lists. */
  readonly expresses: FusionProtocol['expresses'];
  readonly join: (index: EngineIndex, plan: JoinedPlan, searches: readonly SearchBody[]) => object;
  /** Whether a vector of zeros is refused, of passages and of questions. */
  readonly refusesZeros: (field: IndexField) => boolean;
}

/** The body of a search of one list. */
export interface SearchBody {
  readonly size?: number;
  readonly track_total_hits?: boolean;
  readonly query?: object;
  readonly retriever?: object;
}

interface IndexBody {
  readonly settings: object;
  readonly mappings: object;
}

interface Hit {
  readonly _id: string;
  readonly _score: number;
}

/**
 * One index with a field for the terms of each analyzer and for the vectors of each encoder. Documents are not kept: what
 * is indexed is what is searched.
 */
export function luceneProtocol(engine: LuceneEngine): Protocol {
  const { limits, readVersion, index: body, search, prepare, expresses, join, refusesZeros } = engine;
  const queryOf = (index: EngineIndex, { field, depth }: ListPlan, value: SearchedValue): SearchBody => {
    const handed = handedIndex(index, depth);
    // Nothing is near what has no direction, and the engine would refuse all questions of the request.
    if (isZero(value) && refusesZeros(index.fields[field]!)) return { size: depth, query: { match_none: {} } };
    return { ...search(handed, field, handedQuestion(index, field, value)), track_total_hits: false };
  };
  return {
    limits,
    words: 'terms',
    version: () => [{ method: 'GET', path: '/' }],
    readVersion,

    look: ({ name }) => ({ method: 'GET', path: `/${name}/_mapping` }),
    readState: ({ name }, reply): IndexState => {
      if (reply === null) return { is: 'absent' };
      const { mappings } = (reply as Readonly<Record<string, { mappings?: { _meta?: Json } }>>)[name] ?? {};
      // Another index of which this is an alias is somebody else's too.
      return stateOf(mappings?._meta);
    },

    create(index) {
      const { settings, mappings } = body(handedIndex(index, 1)) as IndexBody;
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

    add(index, rows) {
      const forms = luceneForms(handedIndex(index, 1));
      const lines = rows.flatMap(({ id, position, values }) => {
        const searched = values.map((value, i) =>
          isZero(value) && refusesZeros(index.fields[i]!) ? null : searchedBy(value),
        );
        return luceneBulkLines(forms, { id: id as DocId, position, content: null, searched });
      });
      return { method: 'POST', path: `/${index.name}/_bulk`, lines };
    },
    readFailed: (reply): FailedItem[] => {
      const { items = [] } = reply as unknown as BulkReply;
      return items.flatMap(({ index: { _id, status, error } }) =>
        error ? [{ id: _id, failure: luceneFailure(status, error, null) }] : [],
      );
    },

    settle: ({ name, fields }) => [
      { method: 'POST', path: `/${name}/_refresh` },
      // Passages that were sent again are there twice until segments are merged, and BM25 counts both.
      ...(fields.some(({ kind }) => kind === 'words')
        ? [{ method: 'POST', path: `/${name}/_forcemerge?max_num_segments=1`, isLong: true } as const]
        : []),
    ],
    complete: (index, passages) => [
      { method: 'PUT', path: `/${index.name}/_mapping`, body: { _meta: markerOf(index, passages) } },
    ],

    count: ({ name }) => ({ method: 'GET', path: `/${name}/_count` }),
    readCount: (reply) => Number((reply as { readonly count: number }).count),

    ask: (index, list, questions): EngineRequest => ({
      method: 'POST',
      path: `/${index.name}/_msearch`,
      lines: questions.flatMap((value) => ['{}', JSON.stringify(queryOf(index, list, value))]),
    }),
    readRankings: (index, list, reply) => rankingsOf(reply, scoreOf(index.fields[list.field]!)),

    ...(prepare ? { prepare } : {}),
    fusion: {
      expresses,
      ask: (index, plan, questions): EngineRequest => ({
        method: 'POST',
        path: `/${index.name}/_msearch`,
        lines: questions.flatMap((values) => {
          const searches = plan.lists.map((list, i) => queryOf(index, list, values[i]!));
          return ['{}', JSON.stringify({ _source: false, ...join(index, plan, searches) })];
        }),
      }),
      readRankings: (_index, _plan, reply) => rankingsOf(reply, (score) => score),
    },

    drop: ({ name }) => [{ method: 'DELETE', path: `/${name}` }],
  };
}

function rankingsOf(reply: Json, score: (score: number) => number): Ranking[] {
  const { responses } = reply as unknown as { readonly responses: readonly { hits: { hits: readonly Hit[] } }[] };
  return responses.map(({ hits }) => hits.hits.map(({ _id, _score }) => ({ id: _id as DocId, score: score(_score) })));
}

interface BulkReply {
  readonly items?: readonly {
    readonly index: { readonly _id: string; readonly status: number; readonly error?: { [field: string]: Json } };
  }[];
}

/** Hitrate's score from what Lucene makes of it, which is never negative. */
const SCORES: Readonly<Record<Metric, (score: number) => number>> = {
  // (1 + cos) / 2
  cosine: (score) => 2 * score - 1,
  // 1 + product, and 1 / (1 − product) below 0
  'dot-product': (score) => (score >= 1 ? score - 1 : 1 - 1 / score),
  // 1 / (1 + distance²)
  euclidean: (score) => -Math.sqrt(Math.max(0, 1 / score - 1)),
};

const scoreOf = (field: IndexField): ((score: number) => number) =>
  field.kind === 'vector' ? SCORES[field.metric] : (score) => score;

/** A fusion of scores reads what Lucene makes of them: words as they are, a cosine moved and halved. */
export const luceneScores = (field: FieldOfPlan): 'same' | 'moved' | 'bent' => {
  if (field.kind === 'words') return 'same';
  return field.metric === 'cosine' ? 'moved' : 'bent';
};
