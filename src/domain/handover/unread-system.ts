import { type ExperimentSpec, listDepth } from '../experiment/experiment';
import type { SystemSpec } from '../experiment/parts';
import type { HandedSystem } from './target';

/** Of the index, collection or table. */
const NAME = 'hitrate';

/** A system before anything of its collection is read: enough to say what a target refuses. */
export const unreadSystem = (spec: ExperimentSpec, system: SystemSpec): HandedSystem => ({
  system,
  name: NAME,
  depth: listDepth(spec),
  k: Math.max(...spec.ks),
  dimensions: system.retrievers.map(() => null),
  fields: [],
  stopWords: {},
});
