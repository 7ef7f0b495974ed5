import { DEFAULT_SEED } from '../../domain/statistics/defaults';
import type { GateSpec } from '../../domain/weak-retrieval/gate';
import { GATE_FOLDS } from '../../domain/weak-retrieval/weak-retrieval';

/** Half of the questions by a signal that every system has. */
export const DEFAULT_GATES: { readonly [Kind in GateSpec['kind']]: Extract<GateSpec, { kind: Kind }> } = {
  share: { kind: 'share', signal: 'gap', share: 0.5, folds: GATE_FOLDS, seed: DEFAULT_SEED },
  threshold: { kind: 'threshold', signal: 'gap', threshold: 0.1 },
};
