import { median, p95 } from '../../domain/statistics/quantile';
import type { Json } from '../../base/types';
import type { AnsweredList, EngineAnswers } from './ask-engine';
import { protocolOf } from './connect';
import type { EnginePlan, PlannedSystem } from './plan';
import type { AskedEngine, EngineIndex, IndexField, ListPlan, Substitute } from './types';

export interface NotedRun {
  readonly engine: AskedEngine;
  readonly version: string;
  readonly index: EngineIndex;
  readonly plan: EnginePlan;
  readonly passages: number;
  readonly answers: EngineAnswers;
}

/** What results say of the engine that searched, in the manifest: what it computed, and what Hitrate did. */
export function engineNote({ engine, version, index, plan, passages, answers }: NotedRun): Json {
  return {
    engine,
    version,
    index: index.name,
    passages,
    systems: Object.fromEntries(
      plan.systems.map((system) => [
        system.id,
        {
          retrievers: system.lists.map((place, retriever) =>
            retrieverNote(
              { ...plan.lists[place]!, substitute: substituteIn(plan, system, retriever) },
              index,
              system.joined === null ? answers.lists.get(place)! : null,
            ),
          ),
          fusion: fusionNote(engine, system, plan, answers),
        },
      ]),
    ),
  } satisfies Json;
}

/** Who joined the lists, by what; the engine's own words for it beside ours. */
function fusionNote(
  engine: AskedEngine,
  { fusion, joined }: PlannedSystem,
  { joined: searches, fields }: EnginePlan,
  answers: EngineAnswers,
): Json {
  if (fusion === null) return null;
  const spec = fusion as unknown as { readonly [key: string]: Json };
  if (joined === null) return { by: 'hitrate', ...spec };
  return {
    by: 'engine',
    ...spec,
    as: protocolOf(engine).fusion!.expresses(searches[joined]!, fields),
    ...timesOf(answers.joined[joined]!),
  };
}

/** Shares of batches, over the network. */
function timesOf(answered: AnsweredList): { readonly [key: string]: Json } {
  const times = [...answered.values()].map(({ milliseconds }) => milliseconds);
  return { batchedMilliseconds: { median: median(times), p95: p95(times) } };
}

const substituteIn = ({ substitutes }: EnginePlan, { id }: PlannedSystem, retriever: number): Substitute | undefined =>
  substitutes.find((each) => each.system === id && each.retriever === retriever);

function retrieverNote(
  { field, depth, efSearch, substitute }: ListPlan & { readonly substitute: Substitute | undefined },
  index: EngineIndex,
  answered: AnsweredList | null,
): Json {
  return {
    ...fieldNote(index.fields[field]!, substitute),
    depth,
    ...(efSearch === null ? {} : { efSearch }),
    ...(answered ? timesOf(answered) : {}),
  };
}

function fieldNote(field: IndexField, substitute: Substitute | undefined): { readonly [key: string]: Json } {
  if (field.kind === 'words') {
    const { k1, b, analyzer, weights } = field;
    const noted = substitute ? { scoring: substitute.given, insteadOf: substitute.asked } : {};
    if (weights) return { by: 'engine', kind: 'sparse', weightsBy: 'hitrate', weights, analyzer, ...noted };
    return { by: 'engine', kind: 'bm25', k1, b, lengths: 'byte', analyzer, ...noted };
  }
  const { metric, graph, dimensions, source } = field;
  const vectors =
    source.kind === 'dense'
      ? { model: source.model, revision: source.revision }
      : { file: source.name, hash: source.hash };
  const search = graph ? { kind: 'hnsw', ...graph } : { kind: 'exact' };
  return { by: 'engine', ...search, metric, dimensions, ...vectors };
}
