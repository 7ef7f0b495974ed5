import type { DocId, Ranking } from '../../base/types';

/** What the lists of a question say of themselves before anything is reranked: each higher where retrieval is stronger. */
export const GATE_SIGNALS = ['top-score', 'gap', 'spread', 'overlap'] as const;
export type GateSignal = (typeof GATE_SIGNALS)[number];

/** Also what is known only after reranking: it predicts, and cannot gate. */
export type WeaknessSignal = GateSignal | 'agreement';

/** The lists of a question, in the order of trec_eval. */
export interface SignalLists {
  /** One a retriever. */
  readonly retrieved: readonly Ranking[];
  /** The list that comes to the reranker. */
  readonly before: Ranking;
}

/** First passages that signals read. */
const FIRST = 10;

/**
 * Strength of retrieval by a signal; a question whose list is empty has the lowest of all, −Infinity.
 *
 * - `top-score`: score of the first passage;
 * - `gap`: score of the first minus that of the second passage; that of the first where it is alone;
 * - `spread`: standard deviation of the first ten scores, the numerator of normalised query commitment (Shtok, Kurland,
 *   Carmel, Raiber and Markovits, “Predicting query performance by query-drift estimation”, TOIS 2012);
 * - `overlap`: share of the first ten passages that two retrievers have in common, as the mean over pairs of retrievers;
 *   NaN for a single one.
 */
export function signalOf(signal: GateSignal, { retrieved, before }: SignalLists): number {
  if (signal === 'overlap') return overlapOf(retrieved);
  if (before.length === 0) return -Infinity;
  if (signal === 'top-score') return before[0]!.score;
  if (signal === 'gap') return before[0]!.score - (before[1]?.score ?? 0);
  return deviation(before.slice(0, FIRST).map(({ score }) => score));
}

/** Share of the first ten passages before reranking that are among the first ten after it; −Infinity for an empty list. */
export const rerankAgreement = (before: Ranking, after: Ranking): number =>
  before.length === 0 ? -Infinity : shared(before, after);

function overlapOf(lists: readonly Ranking[]): number {
  const pairs = lists.flatMap((one, i) => lists.slice(i + 1).map((other) => shared(one, other)));
  return pairs.reduce((sum, share) => sum + share, 0) / pairs.length;
}

/** Of the longer of two beginnings; 0 where both are empty. */
function shared(one: Ranking, other: Ranking): number {
  const first = (list: Ranking): DocId[] => list.slice(0, FIRST).map(({ id }) => id);
  const [a, b] = [first(one), new Set(first(other))];
  return a.filter((id) => b.has(id)).length / Math.max(1, a.length, b.size);
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
