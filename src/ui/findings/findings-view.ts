import type { ResultRecord } from '../../contract/result';
import { measureAt, measureOf } from '../../domain/measures/parse';
import { comparedMeasures } from '../results/differences';
import type { View } from '../shared/navigation/address';

/** What the address of the findings says of how they are shown; what is unknown there is null. */
export interface FindingsView {
  /** The cut-off of the measures; of one that no measure has the nearest. */
  readonly k: number | null;
  /** Canonical text of the measure that systems are compared by. */
  readonly measure: string | null;
  /** Ids of the systems that are shown, in the order of the result. */
  readonly systems: readonly string[] | null;
}

/**
 * @param usual the measure that is compared by where the address names none: at its k where the result has it there
 * @param always the system that the others are held against: it is shown whatever is chosen
 */
export function findingsView(
  result: Pick<ResultRecord, 'spec' | 'systems'>,
  view: View,
  usual: string | null,
  always: string | null = null,
): FindingsView {
  const measures = comparedMeasures(result);
  const k = cutoffIn(result.spec.ks, view.k);
  const named = measures.find((text) => text === view.measure) ?? null;
  return {
    k,
    measure: named ?? (usual === null ? null : atCutoff(usual, k, measures)),
    systems: chosenSystems(result, view.systems, always),
  };
}

function cutoffIn(ks: readonly number[], text: string | undefined): number | null {
  const wanted = Number(text);
  if (text === undefined || !Number.isFinite(wanted) || wanted <= 0) return null;
  const [nearest] = [...ks].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b);
  return nearest ?? null;
}

/** The same measure at another cut-off, where it is among the measures. */
export function atCutoff(measure: string, k: number | null, measures: readonly string[]): string {
  const { name, cutoff, parameters } = measureOf(measure);
  if (k === null || cutoff === null) return measure;
  const { text } = measureAt(name, k, parameters);
  return measures.includes(text) ? text : measure;
}

function chosenSystems(
  { systems }: Pick<ResultRecord, 'systems'>,
  text: string | undefined,
  always: string | null,
): readonly string[] | null {
  const named = new Set(text?.split(','));
  const known = systems.filter(({ id }) => named.has(id));
  if (known.length === 0) return null;
  return systems.flatMap(({ id }) => (named.has(id) || id === always ? [id] : []));
}

/** As {@link View} has them; null for all. */
export const systemsText = (shown: readonly string[], all: number): string | null =>
  shown.length === all ? null : shown.join();
