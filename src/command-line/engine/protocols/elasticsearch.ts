import {
  elasticsearchIndex,
  elasticsearchRetriever,
  fusedRetriever,
  type EsRetriever,
} from '../../../domain/handover/elasticsearch/bodies';
import type { EngineVersion } from '../types';
import { depthsOf, expressedIn } from './engine-fusion';
import { luceneProtocol, luceneScores } from './lucene';

/** The interface of this version is what the client asks for; older servers refuse it. */
const LEAST = 9;

export const elasticsearch = luceneProtocol({
  // https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/dense-vector
  limits: { exact: 4096, graph: 4096 },
  readVersion([reply]): EngineVersion {
    const { version } = (reply ?? {}) as { readonly version?: { readonly number?: string } };
    const number = version?.number ?? '';
    return {
      name: `Elasticsearch ${number}`,
      needed: Number(number.split('.')[0]) >= LEAST ? null : `Elasticsearch ${LEAST} or later`,
    };
  },
  index: elasticsearchIndex,
  search: elasticsearchRetriever,
  expresses: expressedIn('elasticsearch', luceneScores, Infinity),
  join(_index, plan, searches) {
    const { lists, joined } = depthsOf(plan);
    const retrievers = searches.map(({ retriever, query }) => (retriever ?? { standard: { query } }) as EsRetriever);
    // No more can be asked for than the window of the fusion has.
    return { size: Math.min(joined, lists), retriever: fusedRetriever(plan.fusion, retrievers, lists) };
  },
  refusesZeros: (field) => field.kind === 'vector' && field.metric === 'cosine',
});
