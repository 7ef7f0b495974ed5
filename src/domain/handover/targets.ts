import { ELASTICSEARCH } from './elasticsearch/elasticsearch';
import { OPENSEARCH } from './opensearch/opensearch';
import { POSTGRESQL } from './postgresql/postgresql';
import { QDRANT } from './qdrant/qdrant';
import type { HandoverTarget, TargetId } from './target';

/** Where a system can be handed over to, in the order in which targets are offered. */
export const TARGETS: { readonly [Id in TargetId]: HandoverTarget } = {
  elasticsearch: ELASTICSEARCH,
  opensearch: OPENSEARCH,
  qdrant: QDRANT,
  postgresql: POSTGRESQL,
};

export const OFFERED_TARGETS = Object.keys(TARGETS) as TargetId[];
