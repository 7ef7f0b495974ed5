import { significant } from '../statistics/significant';

export interface Mover {
  /** Position among the shared questions. */
  readonly question: number;
  readonly change: number;
}

/** Questions that are named of each comparison. */
const NAMED_MOVERS = 10;

/** The questions that changed most, either way; of equal changes the earlier question. Unchanged ones are left out. */
export function biggestMovers(changes: Float64Array, most = NAMED_MOVERS): Mover[] {
  // Rounding does not decide which of two equal changes is the larger one.
  return [...significant(changes)]
    .map((change, question) => ({ question, change }))
    .filter(({ change }) => change !== 0 && !Number.isNaN(change))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.question - b.question)
    .slice(0, most);
}
