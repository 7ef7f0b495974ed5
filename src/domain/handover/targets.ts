import { CHROMA } from './code/chroma';
import { HAYSTACK } from './code/haystack';
import { LANGCHAIN } from './code/langchain';
import { LLAMAINDEX } from './code/llamaindex';
import { RANX } from './code/ranx';
import { ELASTICSEARCH } from './elasticsearch/elasticsearch';
import { OPENSEARCH } from './opensearch/opensearch';
import { QDRANT } from './qdrant/qdrant';
import type { HandoverTarget, TargetId } from './target';

export type OfferedTarget = keyof typeof TARGETS;

/** Where a system can be handed over to, in the order in which targets are offered. */
export const TARGETS = {
  elasticsearch: ELASTICSEARCH,
  opensearch: OPENSEARCH,
  qdrant: QDRANT,
  langchain: LANGCHAIN,
  llamaindex: LLAMAINDEX,
  haystack: HAYSTACK,
  chroma: CHROMA,
  ranx: RANX,
} satisfies { readonly [Id in TargetId]?: HandoverTarget };

export const OFFERED_TARGETS = Object.keys(TARGETS) as OfferedTarget[];
