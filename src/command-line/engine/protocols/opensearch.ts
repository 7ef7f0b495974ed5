import { contentKey } from '../../../base/hash';
import type { Json } from '../../../base/types';
import {
  MAX_QUERIES,
  opensearchHybrid,
  opensearchIndex,
  opensearchRetriever,
  pipelineOf,
} from '../../../domain/handover/opensearch/bodies';
import type { EngineIndex, EngineVersion, JoinedPlan } from '../types';
import { depthsOf, expressedIn } from './engine-fusion';
import { luceneProtocol, luceneScores } from './lucene';

/** From this version on a cosine is scored alike by an exact and by an approximate search. */
const LEAST = [2, 19] as const;

export const opensearch = luceneProtocol({
  // https://docs.opensearch.org/latest/mappings/supported-field-types/knn-vector/
  limits: { exact: 16_000, graph: 16_000 },
  readVersion([reply]): EngineVersion {
    const { version } = (reply ?? {}) as {
      readonly version?: { readonly number?: string; readonly distribution?: string };
    };
    const { number = '', distribution } = version ?? {};
    const [major = 0, minor = 0] = number.split('.').map(Number);
    const isNew = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
    const name = distribution === 'opensearch' ? `OpenSearch ${number}` : nameOf(reply);
    return { name, needed: distribution === 'opensearch' && isNew ? null : `OpenSearch ${LEAST.join('.')} or later` };
  },
  index: opensearchIndex,
  search: opensearchRetriever,
  expresses: expressedIn('opensearch', luceneScores, MAX_QUERIES),
  // A search names its pipeline, which is there before it: the interface takes none with the search.
  prepare: (index, _lists, joined) =>
    joined.map((plan) => ({
      method: 'PUT',
      path: `/_search/pipeline/${pipelineName(index, plan)}`,
      body: pipelineOf(plan.fusion, plan.lists.length),
    })),
  join(index, plan, searches) {
    const { lists, joined } = depthsOf(plan);
    const queries = searches.map(({ query }) => query!);
    const query = opensearchHybrid(plan.fusion, queries, lists);
    return { size: joined, query, search_pipeline: pipelineName(index, plan) };
  },
  // An exact search takes a passage of zeros, as nearest to nothing; a graph of cosines does not.
  refusesZeros: (field) => field.kind === 'vector' && field.metric === 'cosine' && field.graph !== null,
});

/** Of the index and of the fusion: another command with the same fusion finds it. */
const pipelineName = ({ name }: EngineIndex, { fusion, lists }: JoinedPlan): string =>
  `${name}_${contentKey({ fusion, lists: lists.length }).slice(0, 10)}`;

const nameOf = (reply: Json | undefined): string => {
  const { version, tagline } = (reply ?? {}) as { version?: { number?: string }; tagline?: string };
  return `another server${version?.number ? ` of version ${version.number}` : ''}${tagline ? ` (“${tagline}”)` : ''}`;
};
