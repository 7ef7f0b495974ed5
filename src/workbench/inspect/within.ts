import type { ResultRecord, SystemResult } from '../../contract/result';
import { aggregate } from '../../domain/measures/score';
import { measureOf } from '../../domain/measures/parse';
import type { PackedRankings } from '../../domain/run/packed';

/** Ranges of ties, shares of unjudged passages and caveats are left out. @param positions ascending */
export function resultWithin(result: ResultRecord, positions: readonly number[]): ResultRecord {
  return {
    ...result,
    key: `${result.key} ${positions.join()}`,
    queries: positions.map((q) => result.queries[q]!),
    systems: result.systems.map((system) => systemWithin(system, positions)),
    warnings: [],
  };
}

function systemWithin(system: SystemResult, positions: readonly number[]): SystemResult {
  const within = (columns: SystemResult['perQuery']) =>
    Object.entries(columns).map(([text, values]) => [text, Float64Array.from(positions, (q) => values[q]!)] as const);
  const entries = within(system.perQuery);
  const top = listsWithin(system.top, positions);
  return {
    ...system,
    perQuery: Object.fromEntries(entries),
    measures: Object.fromEntries(entries.map(([text, values]) => [text, aggregate(measureOf(text), values)])),
    answered: positions.filter((_, i) => top.offsets[i + 1]! > top.offsets[i]!).length,
    ties: {},
    unjudged: {},
    firstRelevant: Uint32Array.from(positions, (q) => system.firstRelevant[q]!),
    top,
  };
}

function listsWithin({ offsets, docs, scores }: PackedRankings, positions: readonly number[]): PackedRankings {
  const starts = new Uint32Array(positions.length + 1);
  positions.forEach((q, i) => (starts[i + 1] = starts[i]! + offsets[q + 1]! - offsets[q]!));
  const hits = starts[positions.length]!;
  const within = { offsets: starts, docs: new Uint32Array(hits), scores: new Float64Array(hits) };
  positions.forEach((q, i) => {
    within.docs.set(docs.subarray(offsets[q], offsets[q + 1]), starts[i]);
    within.scores.set(scores.subarray(offsets[q], offsets[q + 1]), starts[i]);
  });
  return within;
}
