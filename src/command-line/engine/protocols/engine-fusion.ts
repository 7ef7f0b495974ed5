import type { Json } from '../../../base/types';
import { keepsRatios } from '../../../domain/handover/fusions';
import type { EngineId } from '../../../domain/fusion/engines/engine-names';
import { expressed } from '../../../domain/fusion/engines/nearest';
import type { FieldOfPlan, FusionProtocol, JoinedPlan } from '../types';

/** What an engine's own scores of a field are to Hitrate's: the same, moved and scaled, or other than a straight line of them. */
export type ScoresOf = (field: FieldOfPlan) => 'same' | 'moved' | 'bent';

/** How an engine has a fusion; null where it has none that orders alike, also for the scores that it would read. */
export function expressedIn(engine: EngineId, scoresOf: ScoresOf, mostLists: number): FusionProtocol['expresses'] {
  return ({ fusion, lists }, fields) => {
    if (lists.length > mostLists) return null;
    const told = expressed(engine, fusion, lists.length);
    if (!told) return null;
    const kinds = lists.map(({ field }) => scoresOf(fields[field]!));
    const readsScores = !/rrf$/.test(told.fusion.method);
    if (readsScores && kinds.includes('bent')) return null;
    if (kinds.includes('moved') && keepsRatios(told.fusion)) return null;
    const { fusion: _, window, ...words } = told;
    return { ...words, window: (window ?? null) as Json } as Record<string, Json>;
  };
}

/** How deep the lists are that are joined, and how many of the joined list can be had. */
export function depthsOf({ lists, fusion, depth }: JoinedPlan): { readonly lists: number; readonly joined: number } {
  const window = 'rankWindow' in fusion ? fusion.rankWindow : undefined;
  return { lists: window?.lists ?? lists[0]!.depth, joined: Math.min(depth, window?.fused ?? depth) };
}
