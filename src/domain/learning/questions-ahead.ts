import { PairEvidence, type PairRule } from './pair-evidence';

/** Questions ahead that are projected at most. */
export const HORIZON = 1000;

/** Lists before anything is projected: fewer say next to nothing of how much differences vary. */
const LEAST = 5;

/**
 * How many more questions until a pair is decided: a number, `beyond` the horizon, or null while it is too early to say
 * or decided already.
 */
export type QuestionsAhead = number | 'beyond' | null;

/**
 * How many more questions decide a pair if the preference stays as it is: the differences so far come again, in their
 * order, as often as needed, so that mean and variance stay what they are, and go through the same bets as real ones. It is
 * a projection, and no promise.
 *
 * @param differences of credit so far, the first system’s less the second’s
 */
export function questionsAhead(differences: readonly number[], rule: PairRule): QuestionsAhead {
  const lists = differences.length;
  if (lists < LEAST) return null;
  const evidence = new PairEvidence(rule);
  for (const difference of differences) evidence.add(difference);
  if (evidence.verdict !== 'undecided') return null;
  for (let ahead = 1; ahead <= HORIZON; ahead++) {
    evidence.add(differences[(ahead - 1) % lists]!);
    if (evidence.verdict !== 'undecided') return ahead;
  }
  return 'beyond';
}
