import type { EstimateKind } from '../evidence/passage-sample';
import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import type { Interval } from '../statistics/types';
import type { VerdictInput } from './types';

/** What the values of a verdict are where passages are sampled; null where they are complete, or not estimated. */
export function estimateOf({ judging, measure }: Pick<VerdictInput, 'judging' | 'measure'>): EstimateKind | null {
  return judging?.sample?.kinds[measure] ?? null;
}

/**
 * What a verdict is computed of. Ratio estimates are biased: the unbiased ones of the sum that they divide decide, by which
 * no two systems are called equivalent, since the smallest difference that matters is one of the measure. Of estimates, what
 * other grades of unjudged passages could change is in their intervals.
 */
export function decidingInput(input: VerdictInput): VerdictInput {
  const kind = estimateOf(input);
  if (kind === null) return input;
  if (kind === 'unbiased') return { ...input, judged: null };
  const systems = input.systems.map((system) => ({ ...system, values: system.sums ?? system.values }));
  return { ...input, judged: null, margin: 0, systems };
}

/** Why a sample of passages gives no verdict; null where it does. */
export function unsampled({
  measure,
  judging,
  systems,
}: Pick<VerdictInput, 'measure' | 'judging' | 'systems'>):
  { readonly reason: 'unsampled' } | { readonly reason: 'pool'; readonly outside: readonly string[] } | null {
  const { sample } = judging ?? {};
  if (!sample) return null;
  if (!sample.kinds[measure]) return { reason: 'unsampled' };
  const outside = systems
    .filter(({ id, values }) => !sample.planned.includes(id) || (values.length > 0 && values.every(Number.isNaN)))
    .map(({ id }) => id);
  return outside.length > 0 ? { reason: 'pool', outside } : null;
}

/** Lowest and highest difference of two deciding values; null where a measure has no range. */
export function differenceRange({ measure, judging }: Pick<VerdictInput, 'measure' | 'judging'>): Interval | null {
  const sampled = judging?.sample?.ranges[measure];
  if (sampled) return sampled;
  const { range } = definitionOf(measureOf(measure));
  if (!range) return null;
  const widest = range[1] - range[0];
  return [-widest, widest];
}
