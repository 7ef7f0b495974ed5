import type { DocId, Json, Ranking } from '../../../base/types';
import {
  isRawSum,
  qdrantCollection,
  qdrantFused,
  qdrantPoint,
  qdrantRetriever,
} from '../../../domain/handover/qdrant/bodies';
import { isNothing } from '../searched-value';
import type { EngineRequest, EngineVersion, IndexField, IndexState, Protocol } from '../types';
import { depthsOf, expressedIn, type ScoresOf } from './engine-fusion';
import { handedIndex, handedQuestion, searchedBy } from './handed-index';
import { markerOf, stateOf } from './marker';

/** From this version on collections have metadata and fusions have weights. */
const LEAST = [1, 17] as const;

interface CollectionBody {
  readonly vectors: Readonly<Record<string, object>>;
}

/** One collection with a sparse vector for the terms of each analyzer, and a vector of each encoder. */
export const qdrant: Protocol = {
  // https://qdrant.tech/documentation/concepts/collections/
  limits: { exact: 65_536, graph: 65_536 },
  words: 'weights',

  version: () => [{ method: 'GET', path: '/' }],
  readVersion([reply]): EngineVersion {
    const { title = '', version = '' } = (reply ?? {}) as { readonly title?: string; readonly version?: string };
    const [major = 0, minor = 0] = String(version).split('.').map(Number);
    const isNew = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
    const isQdrant = /qdrant/i.test(title);
    return {
      name: isQdrant ? `Qdrant ${version}` : 'another server',
      needed: isQdrant && isNew ? null : `Qdrant ${LEAST.join('.')} or later`,
    };
  },

  look: ({ name }) => ({ method: 'GET', path: `/collections/${name}` }),
  readState: (_index, reply): IndexState => {
    if (reply === null) return { is: 'absent' };
    return stateOf((reply as unknown as { config: { metadata?: Json } }).config.metadata);
  },

  create(index) {
    const { vectors, ...rest } = qdrantCollection(handedIndex(index, 1)) as CollectionBody;
    // What is compared with every vector needs no graph, which takes longer to build than all else.
    const ungraphed = Object.entries(vectors).map(([name, vector]) => [name, { hnsw_config: { m: 0 }, ...vector }]);
    return [
      {
        method: 'PUT',
        path: `/collections/${index.name}`,
        body: {
          ...rest,
          vectors: Object.fromEntries(ungraphed) as object,
          shard_number: 1,
          metadata: markerOf(index, null),
        },
      },
    ];
  },

  add(index, rows) {
    const handed = handedIndex(index, 1);
    const points = rows.map(({ id, position, values }) => {
      const searched = values.map((value) => (isNothing(value) ? null : searchedBy(value)));
      return qdrantPoint(handed, { id: id as DocId, position, content: null, searched });
    });
    return { method: 'PUT', path: `/collections/${index.name}/points?wait=true`, body: { points } };
  },
  // A batch is taken whole or not at all.
  readFailed: () => [],

  settle: ({ name }) => [{ method: 'GET', path: `/collections/${name}` }],
  /** While it is yellow, graphs are built, and what has none yet is compared exactly. */
  isSettled: (reply) => (reply as { readonly status: string }).status !== 'yellow',
  complete: (index, passages) => [
    { method: 'PATCH', path: `/collections/${index.name}`, body: { metadata: markerOf(index, passages) } },
  ],

  count: ({ name }) => ({ method: 'POST', path: `/collections/${name}/points/count`, body: { exact: true } }),
  readCount: (reply) => Number((reply as { readonly count: number }).count),

  ask(index, { field, depth }, questions): EngineRequest {
    const handed = handedIndex(index, depth);
    const searches = questions.map((value) => qdrantRetriever(handed, field, handedQuestion(index, field, value)));
    return { method: 'POST', path: `/collections/${index.name}/points/query/batch`, body: { searches } };
  },
  readRankings: ({ fields }, { field }, reply) => rankingsOf(reply, scoreOf(fields[field]!)),

  fusion: {
    // Raw scores that are weighted and added are a formula, which is none of the fusions by name.
    expresses: (plan, fields) =>
      isRawSum(plan.fusion) && plan.lists.every(({ field }) => scoresOf(fields[field]!) === 'same')
        ? { form: 'formula' }
        : expressedIn('qdrant', scoresOf, Infinity)(plan, fields),
    ask(index, plan, questions): EngineRequest {
      const { lists, joined } = depthsOf(plan);
      const handed = handedIndex(index, lists);
      const searches = questions.map((values) => {
        const queries = plan.lists.map(({ field }, i) => {
          const value = values[i]!;
          const sought = isNothing(value) ? NOTHING : value;
          const { with_payload: _, ...query } = qdrantRetriever(
            handed,
            field,
            handedQuestion(index, field, sought),
          ) as {
            with_payload?: unknown;
          };
          return isNothing(value) ? { ...query, filter: { must: [{ has_id: [] }] } } : query;
        });
        return { ...qdrantFused(plan.fusion, queries, lists), limit: joined, with_payload: ['id'] };
      });
      return { method: 'POST', path: `/collections/${index.name}/points/query/batch`, body: { searches } };
    },
    readRankings: (_index, _plan, reply) => rankingsOf(reply, (score) => score),
  },

  drop: ({ name }) => [{ method: 'DELETE', path: `/collections/${name}` }],
};

/** In the place of a question without a term that any passage has: its list stays, and is empty. */
const NOTHING = { indices: [0], values: [1] } as const;

const rankingsOf = (reply: Json, score: (score: number) => number): Ranking[] =>
  (reply as unknown as readonly { readonly points: readonly Point[] }[]).map(({ points }) =>
    points.map((point) => ({ id: point.payload.id, score: score(point.score) })),
  );

/** A distance is less where it is better. */
const scoresOf: ScoresOf = (field) => (field.kind === 'vector' && field.metric === 'euclidean' ? 'bent' : 'same');

interface Point {
  readonly score: number;
  readonly payload: { readonly id: DocId };
}

/** Qdrant gives a distance as it is, the nearest first. */
const scoreOf = (field: IndexField): ((score: number) => number) =>
  field.kind === 'vector' && field.metric === 'euclidean' ? (score) => -score : (score) => score;
