import type { Json } from '../../../base/types';
import { isVectors, metricOf } from '../../../domain/handover/files';
import { qdrantCollection, qdrantPoint, qdrantQuery } from '../../../domain/handover/qdrant';
import { answersTo, type Fields, hitsOf } from '../failures';
import { type IndexState, markerOf, type Protocol, stateOf, versionNumber } from '../protocol';

/** One collection with a sparse vector for the terms of each analyzer, and a vector of each encoder. */
export const qdrant: Protocol = {
  // https://qdrant.tech/documentation/concepts/collections/
  mostNumbers: 65_536,

  version: () => [{ method: 'GET', path: '/' }],
  readVersion([reply]) {
    const { title = '', version = '' } = (reply ?? {}) as { readonly title?: string; readonly version?: string };
    return /qdrant/i.test(title)
      ? { name: `Qdrant ${version}`, number: versionNumber(String(version)) }
      : { name: 'another server', number: null };
  },
  // From this version on collections have metadata and fusions have weights.
  least: () => [1, 17],

  look: ({ name }) => ({ method: 'GET', path: `/collections/${name}` }),
  readState: (_index, reply): IndexState => {
    if (reply === null) return { is: 'absent' };
    return stateOf((reply as unknown as { config: { metadata?: Json } }).config.metadata);
  },

  create: (index) => [
    {
      method: 'PUT',
      path: `/collections/${index.name}`,
      body: { ...qdrantCollection(index.handed), shard_number: 1, metadata: markerOf(index, null) },
    },
  ],

  add: ({ name, handed }, passages) => ({
    method: 'PUT',
    path: `/collections/${name}/points?wait=true`,
    body: { points: passages.map((each) => qdrantPoint(handed, each)) },
  }),
  // A batch is taken whole or not at all.
  readFailed: () => [],

  settle: ({ name }) => [{ method: 'GET', path: `/collections/${name}` }],
  /** While it is yellow, it still orders what was added. */
  isSettled: (reply) => (reply as { readonly status: string }).status !== 'yellow',
  complete: (index, passages) => [
    { method: 'PATCH', path: `/collections/${index.name}`, body: { metadata: markerOf(index, passages) } },
  ],

  count: ({ name }) => ({ method: 'POST', path: `/collections/${name}/points/count`, body: { exact: true } }),
  readCount: (reply) => Number((reply as { readonly count: number }).count),

  ask: (search, questions) => ({
    method: 'POST',
    path: `/collections/${search.name}/points/query/batch`,
    body: { searches: questions.map((question) => qdrantQuery(search, question)) },
  }),
  readRankings: ({ system }, reply, questions) => {
    const [only] = system.retrievers;
    // Qdrant gives a distance as it is, the nearest first.
    const sign = !system.fusion && isVectors(only!) && metricOf(only) === 'euclidean' ? -1 : 1;
    return answersTo(questions, reply).map(({ points }, question) =>
      hitsOf<Point>(points, question, ({ payload, score }) => ({
        id: payload?.['id'],
        score: typeof score === 'number' ? sign * score : score,
      })),
    );
  },

  drop: ({ name }) => [{ method: 'DELETE', path: `/collections/${name}` }],
};

interface Point {
  readonly score?: Json;
  readonly payload?: Fields;
}
