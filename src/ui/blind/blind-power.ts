import { findableShare } from '../../domain/learning/findable-preference';
import { eliminationRule, type PairRule, preferenceRule } from '../../domain/learning/pair-evidence';
import { HORIZON } from '../../domain/learning/questions-ahead';
import { ALPHA } from '../../domain/statistics/paired';
import { counted, share } from '../shared/format';

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
  const found = counts.map((count) => findable(systems, rule, count));
  const whose = systems === 2 ? 'a system' : 'one of a pair';
  const parts = counts.map((count, i) =>
    found[i] === null
      ? `${counted(count, 'question')} are too few to find any preference`
      : `${counted(count, 'question')} find a preference for ${whose} that wins ${share(found[i]!)} of them or more`,
  );
  const few =
    systems > 3 ? ' Of more than three systems a list has two to four: a question counts for a pair of them.' : '';
  return `In ${share(POWER)} of comparisons ${parts.join('; ')}. A win is a question whose marks are all for one: marks on what both rank alike count less, and take more questions.${few}`;
}

function findable(systems: number, rule: PairRule, questions: number): number | null {
  const key = `${systems} ${questions}`;
  if (!known.has(key))
    known.set(key, findableShare({ rule, questions, without: 0, power: POWER, comparisons: SIMULATED, seed: 1 }));
  return known.get(key)!;
}
