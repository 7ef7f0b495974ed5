import { findableShare } from '../../domain/learning/findable-preference';
import { eliminationRule, type PairRule, preferenceRule } from '../../domain/learning/pair-evidence';
import { HORIZON } from '../../domain/learning/questions-ahead';
import { ALPHA } from '../../domain/statistics/paired';
import { count, counted, share } from '../shared/format';

/** Share of comparisons in which a preference is to be found. */
const POWER = 0.8;
/** As in `docs/blind-comparison.md`; enough for a whole per cent, give or take one. */
const SIMULATED = 500;
/** Questions that a person asks in an evening, of which the power is said whatever the collection has. */
const EVENING = 30;
/** Of a tie nothing is found. */
const ANY_MARGIN = 1;

const known = new Map<string, number | null>();

/**
 * How large a preference so many questions can find.
 * @param questions of the collection; null where a person asks their own
 */
export function powerText(systems: number, questions: number | null): string {
  const rule =
    systems === 2
      ? preferenceRule({ alpha: ALPHA, margin: ANY_MARGIN })
      : eliminationRule({ alpha: ALPHA, arms: systems });
  const asked = Math.min(questions ?? EVENING, HORIZON);
  const counts = asked > EVENING ? [EVENING, asked] : [asked];
  const found = counts.map((questions) => findable(systems, rule, questions));
  const whose = systems === 2 ? 'a system' : 'a system of a pair';
  const [first, ...further] = counts.map((questions, i) =>
    found[i] === null
      ? `${counted(questions, 'question')} are too few to find any preference`
      : `With ${counted(questions, 'question')}, ${share(POWER)} of comparisons find ${whose} that wins ${share(found[i]!)} of them`,
  );
  const more = further.map((_, i) => `; with ${count(counts[i + 1]!)}, one that wins ${share(found[i + 1]!)}`);
  const few =
    systems > 3 ? ' Of more than three systems a list has two to four: a question counts for a pair of them.' : '';
  return `${first}${more.join('')}. Marks on what systems rank alike count less than a win, and take more questions.${few}`;
}

function findable(systems: number, rule: PairRule, questions: number): number | null {
  const key = `${systems} ${questions}`;
  if (!known.has(key))
    known.set(key, findableShare({ rule, questions, without: 0, power: POWER, comparisons: SIMULATED, seed: 1 }));
  return known.get(key)!;
}
