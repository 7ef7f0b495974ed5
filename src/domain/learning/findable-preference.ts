import { ALPHA, POWER } from '../statistics/paired';
import { mixed, uniform } from '../statistics/random';
import { eliminationRule, PairEvidence, type PairRule, preferenceRule } from './pair-evidence';
import { HORIZON } from './questions-ahead';

/** Comparisons that are simulated: enough for a whole per cent, give or take one. */
const SIMULATED = 500;
/** Questions that a person asks in an evening, of which the power is said whatever the collection has. */
const EVENING = 30;
/** Of a tie nothing is found. */
const ANY_MARGIN = 1;

export interface FindableInput {
  /** How many are compared. */
  readonly systems: number;
  /** Questions of the collection; null where a person asks their own. */
  readonly questions: number | null;
}

/** What a comparison of so many questions can find, as {@link findableShare} gives it. */
export interface Findable {
  readonly questions: number;
  readonly share: number | null;
}

/** What a blind comparison can find in four of five cases: in an evening, and with all questions where these are more. */
export function findablePreferences({ systems, questions }: FindableInput): Findable[] {
  const rule =
    systems === 2
      ? preferenceRule({ alpha: ALPHA, margin: ANY_MARGIN })
      : eliminationRule({ alpha: ALPHA, arms: systems });
  const asked = Math.min(questions ?? EVENING, HORIZON);
  const simulated = { rule, without: 0, power: POWER, comparisons: SIMULATED, seed: 1 };
  return (asked > EVENING ? [EVENING, asked] : [asked]).map((count) => ({
    questions: count,
    share: findableShare({ ...simulated, questions: count }),
  }));
}

export interface FindableOptions {
  readonly rule: PairRule;
  /** Lists that are marked at most; one stops where it is decided. */
  readonly questions: number;
  /** Share of questions that prefer none, from 0 to below 1. */
  readonly without: number;
  /** Share of comparisons in which the preference is to be found. */
  readonly power: number;
  /** Comparisons that are simulated for each share of wins. */
  readonly comparisons: number;
  readonly seed: number;
}

/**
 * How large a preference a blind comparison can find: the smallest share of wins, in whole per cent, that is found in a
 * share `power` of all comparisons of so many questions. Each question that prefers one of the two gives it all credit:
 * the best case, since marks on what both rank alike share credit. By simulation of the bets themselves, the same for the
 * same seed; formulas of samples of a fixed size promise more, since they may be read only once.
 *
 * @returns from .51 to 1; null where even a system that always wins would not be found
 */
export function findableShare(options: FindableOptions): number | null {
  let [low, high] = [50, 101];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (powerOf(options, middle / 100) >= options.power) high = middle;
    else low = middle;
  }
  return high > 100 ? null : high / 100;
}

/** Share of comparisons in which the first system is found to be better by the last question or before. */
export function powerOf(
  { rule, questions, without, comparisons, seed }: Omit<FindableOptions, 'power'>,
  wins: number,
): number {
  let found = 0;
  for (let comparison = 0; comparison < comparisons; comparison++) {
    // A generator each: the same chances at every share, whenever others stop.
    const random = uniform(mixed(seed + comparison));
    const evidence = new PairEvidence({ ...rule, tie: null });
    for (let question = 0; question < questions && evidence.verdict === 'undecided'; question++) {
      const prefers = random() >= without;
      const isWin = random() < wins;
      evidence.add(prefers ? (isWin ? 1 : -1) : 0);
    }
    if (evidence.verdict === 'first') found++;
  }
  return found / comparisons;
}
