import type { DocId, Ranking } from '../../base/types';
import { chunkId, placeOf } from '../chunk/recursive';
import type { DocumentTrace } from './documents-step';

/** What changed for a question from one run to another. */
export type ChangedPart = 'labels' | 'rankings' | 'both' | 'neither';

export const changedPart = (labels: boolean, rankings: boolean): ChangedPart =>
  labels ? (rankings ? 'both' : 'labels') : rankings ? 'rankings' : 'neither';

/**
 * Whether a list is another one: by the documents or passages of its first k, in order. A document that was renamed is the
 * same one; scores make no difference.
 *
 * @param k all of the list where null
 */
export function rankingChanged(before: Ranking, after: Ranking, trace: DocumentTrace, k: number | null): boolean {
  const first = (ranking: Ranking): Ranking => (k === null ? ranking : ranking.slice(0, k));
  const [former, now] = [first(before), first(after)];
  return former.length !== now.length || former.some(({ id }, i) => renamedPassage(id, trace) !== now[i]!.id);
}

function renamedPassage(id: DocId, trace: DocumentTrace): DocId {
  const whole = trace.renamed(id);
  const place = whole === id ? placeOf(id) : null;
  return place ? chunkId(trace.renamed(place.doc), place) : whole;
}

/** Values of a measure by question, of one system in two runs, by the labels of either. */
interface CrossedValues {
  /** Lists and labels of the first run, and of the second. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** Lists of the second run by the labels of the first. */
  readonly afterByFormer: Float64Array;
  /** Lists of the first run by the labels of the second; null where they cannot be scored so. */
  readonly beforeByLatter: Float64Array | null;
}

/** By question; `labels + rankings = after − before`. NaN where a value is missing. */
interface ChangeSplit {
  readonly labels: Float64Array;
  readonly rankings: Float64Array;
  /** `mean`: of both orders. `rankings-first`: lists changed under the former labels, then the labels. */
  readonly order: 'mean' | 'rankings-first';
}

/**
 * Splits the change of each question into the part of the labels and that of the lists. Which is changed first matters; the
 * mean of both orders is the Shapley value of two causes. Shapley, “A value for n-person games”, 1953; as a
 * decomposition: Kitagawa, “Components of a difference between two rates”, JASA 1955.
 */
export function changeSplit({ before, after, afterByFormer, beforeByLatter }: CrossedValues): ChangeSplit {
  const rankings = before.map((value, q) => {
    const first = afterByFormer[q]! - value;
    return beforeByLatter ? (first + after[q]! - beforeByLatter[q]!) / 2 : first;
  });
  return {
    rankings,
    labels: before.map((value, q) => after[q]! - value - rankings[q]!),
    order: beforeByLatter ? 'mean' : 'rankings-first',
  };
}
