import type { DocId, Ranking } from '../../base/types';
import { type ExperimentSpec, listDepth } from '../../domain/experiment/experiment';
import { NO_PARTS, type PartKey, partsBefore, partsOf, type SystemSpec } from '../../domain/experiment/parts';
import { RUNNING_PARTS } from '../run/parts';
import type { SystemRunner } from '../run/stages/system';
import type { ListRank, StageRank, StepRank } from './tried-question';

type SystemTrace = Awaited<ReturnType<typeof traceOf>>;

const endingWith = (part: PartKey, system: SystemSpec): SystemSpec =>
  ({ id: system.id, ...NO_PARTS, ...partsBefore(part, system), [part]: system[part] }) as SystemSpec;

export interface Tracing {
  readonly runner: SystemRunner;
  readonly system: SystemSpec;
  readonly spec: ExperimentSpec;
  readonly depth: number;
  readonly made?: () => void;
}

export interface StageLists {
  readonly lists: readonly (readonly Ranking[])[];
  readonly steps: readonly {
    readonly part: PartKey;
    readonly reads: number | null;
    readonly rankings: readonly Ranking[];
  }[];
}

export function stageSystems(system: SystemSpec, spec: ExperimentSpec, depth: number) {
  return {
    lists: system.retrievers.map((retriever) => endingWith('filter', { ...system, retrievers: [retriever] })),
    steps: partsOf(RUNNING_PARTS, system).flatMap(({ key, entry, spec: part }) =>
      entry.run
        ? [{ part: key, reads: entry.reads?.(part, spec, depth, system) ?? null, system: endingWith(key, system) }]
        : [],
    ),
  };
}

/** The runner shares what the steps have in common: nothing is computed twice. */
export async function stageLists({ runner, system, spec, depth, made }: Tracing): Promise<StageLists> {
  const rankingsOf = async (part: SystemSpec, cut = depth): Promise<readonly Ranking[]> => {
    const { rankings } = await runner.run(part, depth, cut);
    made?.();
    return rankings;
  };
  const stages = stageSystems(system, spec, depth);
  const lists: (readonly Ranking[])[] = [];
  for (const part of stages.lists) lists.push(await rankingsOf(part));
  const steps: StageLists['steps'][number][] = [];
  for (const [i, { system: part, ...step }] of stages.steps.entries()) {
    // What a later step reads is not cut yet.
    const rankings = await rankingsOf(part, i < stages.steps.length - 1 ? Infinity : depth);
    steps.push({ ...step, rankings });
  }
  return { lists, steps };
}

export async function traceOf(runner: SystemRunner, system: SystemSpec, spec: ExperimentSpec) {
  const depth = listDepth(spec);
  const { lists, steps } = await stageLists({ runner, system, spec, depth });
  return {
    lists: lists.map((rankings) => rankings[0]!),
    steps: steps.map(({ rankings, ...step }) => ({ ...step, ranking: rankings[0]! })),
    milliseconds: (await runner.run(system, depth)).milliseconds[0]!,
  };
}

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
