import { median, p95 } from '../../domain/statistics/quantile';
import { sparseSpec } from '../../domain/handover/sparse-weights';
import { TARGETS } from '../../domain/handover/targets';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import type { Json } from '../../base/types';
import type { AnsweredList } from './ask-engine';
import { type EnginePlan, isJoined, type PlannedSystem } from './plan';
import type { AskedEngine, EngineIndex } from './types';

export interface NotedRun {
  readonly engine: AskedEngine;
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
  const { engine, version, index, plan, passages } = run;
  const systems = plan.systems.map((system) => {
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
  const times = [...answered.values()].map(({ milliseconds }) => milliseconds);
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
      const { model, revision, search } = spec;
      return { kind: 'exact', metric: metricIn(search), dimensions, model, revision };
    }
    case 'file-vectors':
      return { kind: 'exact', metric: metricIn(spec.search), dimensions, file: spec.name, hash: spec.hash };
    default:
      return { kind: spec.kind };
  }
}

const metricIn = (search: object): string => ('metric' in search ? String(search.metric) : 'cosine');
