import type { Json } from '../../../base/types';
import { opensearchIndex, opensearchRetriever } from '../../../domain/handover/opensearch/bodies';
import type { EngineVersion } from '../types';
import { luceneProtocol } from './lucene';

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
  // An exact search takes a passage of zeros, as nearest to nothing; a graph of cosines does not.
  refusesZeros: (field) => field.kind === 'vector' && field.metric === 'cosine' && field.graph !== null,
});

const nameOf = (reply: Json | undefined): string => {
  const { version, tagline } = (reply ?? {}) as { version?: { number?: string }; tagline?: string };
  return `another server${version?.number ? ` of version ${version.number}` : ''}${tagline ? ` (“${tagline}”)` : ''}`;
};
