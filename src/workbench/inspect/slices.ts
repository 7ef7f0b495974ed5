import type { ResultRecord } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import type { QueryId } from '../../base/types';
import { definitionOf } from '../../domain/measures/registry';
import { measureOf } from '../../domain/measures/parse';
import { previousStages } from '../../domain/experiment/previous-stage';
import type { SliceReport } from '../../domain/slices/report';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/defaults';
import type { Ports } from '../kernel/ports';
import { isCompared } from './comparisons';
import { sliceSource } from './slice-source';

export interface SliceOptions {
  readonly measure: string;
  /** The system that others are compared with; that of the highest mean where absent. */
  readonly best?: string;
  /** The user's own; none where absent. */
  readonly tags?: ReadonlyMap<QueryId, readonly string[]>;
  readonly signal?: AbortSignal;
}

/**
 * The slices of a result by what is stored now: texts, judgments and documents. Questions that were deleted since are in
 * no slice by their text.
 *
 * @throws {HitrateError} `collection-missing`
 */
export async function slicesOf(
  ports: Ports,
  questions: Questions,
  result: ResultRecord,
  { measure, best, tags, signal }: SliceOptions,
): Promise<SliceReport | null> {
  const { systems } = result;
  if (systems.length < 2 || !isCompared(measure) || definitionOf(measureOf(measure)).better !== 'higher') return null;
  const { source, analyzer } = await sliceSource(ports, questions, result, tags);
  const previous = new Map(previousStages(result.spec.systems).flatMap((stage, i) => stageEntry(result, stage, i)));
  return ports.statistics.with(signal).slices({
    measure,
    systems: systems.map(({ id }) => id),
    values: systems.map(({ perQuery }) => Float64Array.from(perQuery[measure]!)),
    previous: systems.map(({ id }) => previous.get(id) ?? null),
    best: best ?? null,
    ...source,
    analyzer,
    seed: DEFAULT_SEED,
    resamples: DEFAULT_RESAMPLES,
  });
}

const stageEntry = (
  { spec }: ResultRecord,
  stage: { readonly system: string } | null,
  i: number,
): [string, string][] => (stage ? [[spec.systems[i]!.id, stage.system]] : []);
