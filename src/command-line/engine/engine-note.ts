import { median, p95 } from '../../domain/statistics/quantile';
import type { Json } from '../../base/types';
import type { AnsweredList } from './ask-engine';
import type { EnginePlan, PlannedSystem } from './plan';
import type { AskedEngine, EngineIndex, IndexField } from './types';

export interface NotedRun {
  readonly engine: AskedEngine;
  readonly version: string;
  readonly index: EngineIndex;
  readonly plan: EnginePlan;
  readonly passages: number;
  readonly answered: readonly AnsweredList[];
}

/** What results say of the engine that searched, in the manifest: what it computed, and what Hitrate did. */
export function engineNote({ engine, version, index, plan, passages, answered }: NotedRun): Json {
  return {
    engine,
    version,
    index: index.name,
    passages,
    systems: Object.fromEntries(
      plan.systems.map((system) => [
        system.id,
        {
          retrievers: system.lists.map((place) => retrieverNote(system, place, plan, index, answered[place]!)),
          // An engine may fuse otherwise: this is Hitrate's own.
          fusion: system.fusion ? { by: 'hitrate', ...(system.fusion as { readonly [key: string]: Json }) } : null,
        },
      ]),
    ),
  } satisfies Json;
}

function retrieverNote(
  { id }: PlannedSystem,
  place: number,
  { lists, substitutes }: EnginePlan,
  index: EngineIndex,
  answered: AnsweredList,
): Json {
  const { field, depth, efSearch } = lists[place]!;
  const times = [...answered.values()].map(({ milliseconds }) => milliseconds);
  const asked = substitutes.find(({ system }) => system === id)?.asked;
  return {
    ...fieldNote(index.fields[field]!, asked),
    depth,
    ...(efSearch === null ? {} : { efSearch }),
    /** Shares of batches, over the network. */
    batchedMilliseconds: { median: median(times), p95: p95(times) },
  };
}

function fieldNote(field: IndexField, asked: string | undefined): { readonly [key: string]: Json } {
  if (field.kind === 'words') {
    const { k1, b, analyzer } = field;
    return { by: 'engine', kind: 'bm25', k1, b, analyzer, ...(asked === undefined ? {} : { insteadOf: asked }) };
  }
  const { metric, graph, dimensions, source } = field;
  const vectors =
    source.kind === 'dense'
      ? { model: source.model, revision: source.revision }
      : { file: source.name, hash: source.hash };
  const search = graph ? { kind: 'hnsw', ...graph } : { kind: 'exact' };
  return { by: 'engine', ...search, metric, dimensions, ...vectors };
}
