import { definitionOf } from '../../measures/registry';
import { mean } from '../../measures/aggregate';
import { measureOf } from '../../measures/parse';
import { ALPHA } from '../../statistics/paired';
import { type ComparedSystems, exceeds } from '../compared';
import { estimateOf } from '../sampled';
import type { SaturationBadge, SaturationCause, VerdictInput, VerdictSystem } from '../types';

/** Systems this near to the end of the scale leave no room for a difference. */
const NEAR_END = 0.05;

/** The smallest p of a two-sided randomisation test of d differences is 2 / 2ᵈ: below α from this many on. */
export const FEWEST_DIFFERING = Math.floor(Math.log2(2 / ALPHA)) + 1;

/**
 * Whether the questions and the scores let the systems differ at all, so that a lack of difference means something.
 * Amber where
 *
 * - `ties`: another order of passages with equal scores puts a system ahead of the recommended one by more than the
 *   margin, each at its own extreme.
 * - `few-differ`: no winner was found, and each system has another value than the recommended one for fewer than six
 *   questions: no randomisation test could have given p < .05.
 * - `ceiling`, `floor`: no winner was found, and all means are within .05 of the best or of the worst value that the
 *   measure can have. Harder, or easier, questions could separate the systems.
 */
export function saturationBadge(
  input: Pick<VerdictInput, 'measure' | 'systems' | 'margin' | 'judging'>,
  { rows, means, ids, sign }: ComparedSystems,
  recommended: number,
  isWinner: boolean,
): SaturationBadge {
  const { measure, systems, margin } = input;
  const others = [...rows.keys()].filter((i) => i !== recommended);
  const differ = (i: number, q: number): boolean => rows[i]![q] !== rows[recommended]![q];
  const all = [...rows[recommended]!.keys()];
  const mostDiffering = Math.max(...others.map((i) => all.filter((q) => differ(i, q)).length));
  const best = others.map((i) => means[i]! + tieGains(systems[i]!, sign).most);
  const worst = means[recommended]! + tieGains(systems[recommended]!, sign).least;
  const tied = others.filter(
    (i, at) => !exceeds(means[i]! - means[recommended]!, margin) && exceeds(best[at]! - worst, margin),
  );
  // A share of the highest sum is small for good systems, too.
  const range = estimateOf(input) === 'ratio' ? null : definitionOf(measureOf(measure)).range;
  const causes: SaturationCause[] = [];
  if (tied.length > 0) causes.push('ties');
  if (!isWinner && mostDiffering < FEWEST_DIFFERING) causes.push('few-differ');
  if (!isWinner && range) {
    const [floor, ceiling] = sign === 1 ? range : [-range[1], -range[0]];
    const room = NEAR_END * (ceiling - floor);
    if (means.every((each) => each >= ceiling - room)) causes.push('ceiling');
    if (means.every((each) => each <= floor + room)) causes.push('floor');
  }
  return {
    state: causes.length > 0 ? 'amber' : 'ok',
    questions: all.length,
    differing: all.filter((q) => others.some((i) => differ(i, q))).length,
    causes,
    tied: tied.map((i) => ids[i]!),
  };
}

/** What other orders of equal scores add to a mean. */
function tieGains({ values, ties }: VerdictSystem, sign: 1 | -1): { readonly least: number; readonly most: number } {
  const now = mean(values);
  const ends = ties ? [sign * (ties.low - now), sign * (ties.high - now)] : [0];
  return { least: Math.min(...ends), most: Math.max(...ends) };
}
