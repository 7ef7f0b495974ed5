import type { JsonProblem } from '../../../base/problem';
import { type FusionSpec, fusionProblems } from '../fusion-spec';
import type { EngineId } from './engine-names';
import { expressed, type FusionLoss, nearestFusion } from './nearest';

/** Why a system cannot run in the engine that it is meant for. */
export interface TargetProblems {
  'target-cannot-fuse': {
    readonly engine: EngineId;
    readonly asked: FusionSpec;
    /** The nearest that it can compute, and what that changes. */
    readonly nearest: FusionSpec;
    readonly losses: readonly FusionLoss[];
  };
  'target-cannot-learn': { readonly engine: EngineId };
}

interface Joined {
  readonly retrievers: readonly unknown[];
  readonly fusion: FusionSpec | null;
  readonly crossFitted?: unknown;
  readonly learned?: unknown;
}

/** A fusion that is wrong in itself is reported as that alone. */
export function targetProblems(
  engine: EngineId,
  { retrievers, fusion, crossFitted, learned }: Joined,
): JsonProblem<TargetProblems>[] {
  if (crossFitted || learned) return [{ path: '', code: 'target-cannot-learn', data: { engine } }];
  const lists = retrievers.length;
  if (!fusion || fusionProblems(fusion, lists).length > 0 || expressed(engine, fusion, lists)) return [];
  const { fusion: nearest, losses } = nearestFusion(engine, fusion, lists);
  return [{ path: '', code: 'target-cannot-fuse', data: { engine, asked: fusion, nearest, losses } }];
}
