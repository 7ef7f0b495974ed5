import * as v from 'valibot';
import type { QueryId } from '../../base/types';
import { foldsOf } from '../ltr/folds';
import { GATE_SIGNALS } from './signals';

const signal = v.picklist(GATE_SIGNALS);

/** Reranks only questions whose retrieval is weak by a signal. */
export const gateSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('share'),
    signal,
    /** Share of the questions that are reranked, the weakest: the threshold of each is that of the other folds. */
    share: v.pipe(v.number(), v.gtValue(0), v.ltValue(1)),
    folds: v.pipe(v.number(), v.integer(), v.minValue(2)),
    seed: v.pipe(v.number(), v.integer()),
  }),
  v.strictObject({
    kind: v.literal('threshold'),
    signal,
    /** Questions with a signal of this or less are reranked. */
    threshold: v.pipe(v.number(), v.finite()),
  }),
]);

export type GateSpec = v.InferOutput<typeof gateSchema>;

/**
 * The threshold at or below which as near as possible to a share of some questions are reranked; where two are as near,
 * the one that reranks more. Signals with few values, as an overlap of ten, cannot meet every share.
 *
 * @returns −Infinity, which reranks none but empty lists, where that is nearest
 */
export function thresholdAt(signals: readonly number[], share: number): number {
  const sorted = [...signals].sort((a, b) => a - b);
  const wanted = share * sorted.length;
  let [best, nearest] = [-Infinity, wanted];
  sorted.forEach((value, i) => {
    if (value === sorted[i + 1]) return;
    const apart = Math.abs(i + 1 - wanted);
    if (apart <= nearest) [best, nearest] = [value, apart];
  });
  return best;
}

/**
 * Which questions a gate has reranked. A share is held out: the threshold of a question is chosen on the questions of the
 * other folds, whose judgments it does not read.
 *
 * @param signals strength of each question's retrieval
 * @throws {RangeError} for fewer questions than folds
 */
export function gated(gate: GateSpec, questions: readonly QueryId[], signals: readonly number[]): boolean[] {
  if (gate.kind === 'threshold') return signals.map((strength) => strength <= gate.threshold);
  return heldOutGate(signals, foldsOf(questions, gate.folds, gate.seed), gate.share);
}

/** @param folds the fold of each question, from 0 */
export function heldOutGate(signals: readonly number[], folds: Int32Array, share: number): boolean[] {
  const thresholds = Array.from({ length: Math.max(...folds) + 1 }, (_, fold) =>
    thresholdAt(
      signals.filter((__, q) => folds[q] !== fold),
      share,
    ),
  );
  return signals.map((strength, q) => strength <= thresholds[folds[q]!]!);
}
