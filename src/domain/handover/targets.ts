import { type ExperimentSpec, listDepth } from '../experiment/experiment';
import type { SystemSpec } from '../experiment/parts';
import { expressedBy } from './abilities';
import { ELASTICSEARCH } from './elasticsearch';
import { OPENSEARCH } from './opensearch';
import { POSTGRESQL } from './postgresql/postgresql';
import { QDRANT } from './qdrant';
import type { Expressed, HandedSystem, TargetId, SearchEngine } from './target';

/** Where a system can be handed over to, in the order in which targets are offered. */
export const TARGETS: { readonly [Id in TargetId]: SearchEngine } = {
  elasticsearch: ELASTICSEARCH,
  opensearch: OPENSEARCH,
  qdrant: QDRANT,
  postgresql: POSTGRESQL,
};

export const OFFERED_TARGETS = Object.keys(TARGETS) as TargetId[];

export const expressedFor = (target: TargetId, system: SystemSpec): Expressed =>
  expressedBy(TARGETS[target].abilities, system);

const NAME = 'hitrate';

/** A system before anything of its collection is read. */
export const unreadSystem = (spec: ExperimentSpec, system: SystemSpec): HandedSystem => ({
  system,
  name: NAME,
  depth: listDepth(spec),
  k: Math.max(...spec.ks),
  dimensions: system.retrievers.map(() => null),
  fields: [],
  stopWords: {},
  approximate: false,
});
