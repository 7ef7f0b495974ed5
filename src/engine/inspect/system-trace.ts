import type { DocId, Ranking } from '../../base/types';
import { type ExperimentSpec, listDepth } from '../../domain/experiment/experiment';
import { NO_PARTS, type PartKey, partsBefore, partsOf, type SystemSpec } from '../../domain/experiment/parts';
import { RUNNING_PARTS } from '../run/parts';
import type { SystemRunner } from '../run/stages/system';
import type { ListRank, StageRank, StepRank } from './tried-question';

/** The lists that a system goes through for the first question of its context. */
export interface SystemTrace {
  /** One a retriever. */
  readonly lists: readonly Ranking[];
  /** After each part that makes another list of them, in the order in which they act. */
  readonly steps: readonly TracedStep[];
  readonly milliseconds: number;
}

interface TracedStep {
  readonly part: PartKey;
  readonly ranking: Ranking;
  /** How many of the list before it the part reads; null for all. */
  readonly reads: number | null;
}

const endingWith = (part: PartKey, system: SystemSpec): SystemSpec =>
  ({ id: system.id, ...NO_PARTS, ...partsBefore(part, system), [part]: system[part] }) as SystemSpec;

/**
 * Runs a system step by step: each step is a system of its own that ends there, and the runner shares what they have in
 * common, so that nothing is computed twice and each list is what the system itself saw.
 */
export async function traceOf(runner: SystemRunner, system: SystemSpec, spec: ExperimentSpec): Promise<SystemTrace> {
  const depth = listDepth(spec);
  const rankingOf = async (part: SystemSpec): Promise<Ranking> => (await runner.run(part, depth)).rankings[0]!;
  const lists: Ranking[] = [];
  for (const retriever of system.retrievers)
    lists.push(await rankingOf(endingWith('filter', { ...system, retrievers: [retriever] })));
  const steps: TracedStep[] = [];
  for (const { key, entry, spec: part } of partsOf(RUNNING_PARTS, system)) {
    if (!entry.run) continue;
    const reads = entry.reads?.(part, spec, depth) ?? null;
    steps.push({ part: key, ranking: await rankingOf(endingWith(key, system)), reads });
  }
  return { lists, steps, milliseconds: (await runner.run(system, depth)).milliseconds[0]! };
}

/** The ranks of a passage in each list and after each step. */
export function ranksByStage({ lists, steps }: SystemTrace, { retrievers }: SystemSpec, id: DocId) {
  return {
    lists: retrievers.map((retriever, i): ListRank => ({ retriever, rank: rankOf(lists[i]!, id), words: null })),
    steps: steps.map(({ part, ranking, reads }, i): StepRank => ({
      part,
      before: rankOf(steps[i - 1]?.ranking ?? lists[0]!, id),
      after: rankOf(ranking, id)!,
      reads,
    })),
  };
}

function rankOf(ranking: Ranking, id: DocId): StageRank | null {
  const at = ranking.findIndex((hit) => hit.id === id);
  return at < 0 ? null : { rank: at + 1, score: ranking[at]!.score };
}
