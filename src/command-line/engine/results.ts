import { baseName } from '../../base/paths';
import type { Json, Query, QueryId, Ranking } from '../../base/types';
import { fuse } from '../../domain/fusion/fuse';
import { metricOf } from '../../domain/handover/files';
import { sparseSpec } from '../../domain/handover/sparse-weights';
import type { TargetId, EngineIndex } from '../../domain/handover/target';
import { TARGETS } from '../../domain/handover/targets';
import { trecQrels, trecRun } from '../../domain/report/trec';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import { median, p95 } from '../../domain/statistics/quantile';
import type { InputFile } from '../files';
import type { EngineWork } from '../kept-work';
import type { StreamedCollection } from './collection';
import type { AnsweredList } from './index-work';
import { type EnginePlan, isJoined, type PlannedSystem } from './plan';

/** The run of a system: the list of its retriever, or its lists as the engine or Hitrate fuses them. */
export function runOf(
  system: PlannedSystem,
  answers: readonly AnsweredList[],
  questions: readonly Query[],
  depth: number,
): ReadonlyMap<QueryId, Ranking> {
  const { searches, fusion } = system;
  return new Map(
    questions.map(({ id }) => {
      const rankings = searches.map((place) => answers[place]!.get(id)!.ranking);
      const ranking = fusion && !isJoined(system) ? fuse(rankings, fusion) : rankings[0]!;
      return [id, ranking.slice(0, depth)];
    }),
  );
}

/** Runs are named by their tags, and judgments by what they are. */
export function runFiles(
  { systems, depth }: EnginePlan,
  answers: readonly AnsweredList[],
  { questions, judgments }: StreamedCollection,
  work: EngineWork,
): InputFile[] {
  const write = (path: string, text: string): InputFile => {
    const file = work.write(path, text);
    return { file, path, bytes: text.length, changed: 0 };
  };
  return [
    write('qrels.txt', trecQrels(judgments)),
    ...systems.map((system, i) =>
      write(`${i + 1}-${baseName(system.id)}.run`, trecRun(runOf(system, answers, questions, depth), system.id)),
    ),
  ];
}

export interface NotedRun {
  readonly engine: TargetId;
  readonly version: string;
  readonly index: EngineIndex;
  readonly plan: EnginePlan;
  readonly passages: number;
  /** By search. */
  readonly answers: readonly AnsweredList[];
}

type JsonObject = { readonly [key: string]: Json };

/** What results say of the engine that searched, in the manifest: what it computed, and what Hitrate did. */
export function engineNote(run: NotedRun): Json {
  const { engine, version, index, passages } = run;
  const systems = run.plan.systems.map((system) => {
    const retrievers = system.places.map((place, retriever) => retrieverNote(run, system, place, retriever));
    return [system.id, { retrievers, fusion: fusionNote(run, system) }];
  });
  return { engine, version, index: index.name, passages, systems: Object.fromEntries(systems) as JsonObject };
}

/** Who joined the lists, by what; the engine's own words for it beside ours. */
function fusionNote({ engine, answers }: NotedRun, system: PlannedSystem): Json {
  const { fusion, searches, places } = system;
  if (fusion === null) return null;
  const spec = fusion as unknown as JsonObject;
  if (!isJoined(system)) return { by: 'hitrate', ...spec };
  const { fusion: _, ...as } = TARGETS[engine].told(fusion, places.length) as JsonObject;
  return { by: 'engine', ...spec, as, ...timesOf(answers[searches[0]!]!) };
}

/** Shares of batches, over the network. */
function timesOf(answered: AnsweredList): JsonObject {
  const times = Array.from(answered.values(), ({ milliseconds }) => milliseconds);
  return { batchedMilliseconds: { median: median(times), p95: p95(times) } };
}

function retrieverNote(
  { engine, plan, index, answers }: NotedRun,
  system: PlannedSystem,
  place: number,
  retriever: number,
): JsonObject {
  const form = TARGETS[engine].forms(index.handed)[place]!;
  const replaced = plan.substitutes.find((each) => each.system === system.id && each.retriever === retriever);
  return {
    by: 'engine',
    ...searchNote(plan.retrievers[place]!, form === 'sparse', index.handed.dimensions[place] ?? null),
    ...(replaced ? { scoring: replaced.given, insteadOf: replaced.asked } : {}),
    depth: plan.depth,
    ...(isJoined(system) ? {} : timesOf(answers[system.searches[retriever]!]!)),
  };
}

function searchNote(spec: RetrieverSpec, isSparse: boolean, dimensions: number | null): JsonObject {
  switch (spec.kind) {
    case 'lexical':
    case 'minisearch': {
      const { analyzer } = spec;
      if (isSparse) return { kind: 'sparse', weightsBy: 'hitrate', weights: sparseSpec(spec)! as JsonObject, analyzer };
      if (spec.kind === 'lexical') return { ...(spec.scorer as JsonObject), analyzer };
      return { ...spec };
    }
    case 'dense': {
      const { model, revision } = spec;
      return { kind: 'exact', metric: metricOf(spec), dimensions, model, revision };
    }
    case 'file-vectors':
      return { kind: 'exact', metric: metricOf(spec), dimensions, file: spec.name, hash: spec.hash };
    default:
      return { kind: spec.kind };
  }
}
