import type { QueryId } from '../../base/types';
import type { Questions } from '../../contract/storage';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf } from '../../domain/measures/registry';
import type { SliceChanges } from '../../domain/slices/changes';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/defaults';
import type { Ports } from '../kernel/ports';
import { type ComparedResults, type RunComparison, valuesOf } from './run-comparison';
import { sliceSource } from './slice-source';

export interface RunSlicesOptions {
  readonly measure: string;
  readonly tags: ReadonlyMap<QueryId, readonly string[]>;
}

/**
 * Where two runs differ: the questions that they share in slices, by the texts, judgments and documents of the second.
 * Null for a measure of which less is better, and where no question has values of both.
 */
export async function runSlicesOf(
  ports: Ports,
  questionsNow: Questions,
  { before, after }: ComparedResults,
  { questions, systems }: Extract<RunComparison, { comparable: true }>,
  { measure, tags }: RunSlicesOptions,
  signal?: AbortSignal,
): Promise<SliceChanges | null> {
  if (definitionOf(measureOf(measure)).better !== 'higher') return null;
  const { source, analyzer } = await sliceSource(ports, questionsNow, { ...after, queries: questions.queries }, tags);
  return ports.statistics.with(signal).sliceChanges({
    ...source,
    analyzer,
    systems: systems.map((system) => ({
      system: system.after,
      valuesBefore: valuesOf(before, system.before, measure, questions.before),
      valuesAfter: valuesOf(after, system.after, measure, questions.after),
    })),
    seed: DEFAULT_SEED,
    resamples: DEFAULT_RESAMPLES,
  });
}
