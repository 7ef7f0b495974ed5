import {
  detectableDifference,
  plannedAlways,
  plannedOnce,
  type Prediction,
  questionsToDetect,
} from '../../planning/planning';
import { isMade } from '../../questions/candidate';
import { mean } from '../../measures/score';
import { ALPHA, momentsOf } from '../../statistics/paired';
import { type ComparedSystems, exceeds, differenceRange, type Standings } from '../inference';
import type {
  PlannedQuestions,
  QuestionsBadge,
  QuestionsCause,
  VerdictInput,
  SaturationBadge,
  SaturationCause,
  VerdictSystem,
} from '../types';
import { definitionOf } from '../../measures/registry';
import { measureOf } from '../../measures/parse';

/**
 * Whether other questions could put a system ahead by more than the margin: `few`, not shown to be within the margin of
 * the best; `all-generated`, questions of people may favour another; `origins`, without generated ones another is
 * ahead. Figures follow from the widest spread; while questions are judged, from a confidence sequence.
 */
export function questionsBadge(
  input: Pick<VerdictInput, 'margin' | 'origins' | 'measure' | 'judging' | 'seed'>,
  { rows, means, questions, ids }: ComparedSystems,
  { withinMargin, candidates }: Standings,
  recommended: number,
): QuestionsBadge {
  const { margin, judging } = input;
  const others = [...rows.keys()].filter((i) => i !== recommended);
  const n = questions.length;
  const differencesOf = (i: number): Float64Array => rows[i]!.map((value, q) => value - rows[recommended]![q]!);
  const spreads = new Map(others.map((i) => [i, momentsOf(differencesOf(i)).deviation]));
  const widest = Math.max(...spreads.values());
  const kept = questions.map((q) => !isGenerated(input.origins[q] ?? null));
  const generated = kept.filter((each) => !each).length;
  const meanOfKept = (i: number): number => mean(rows[i]!.filter((_, q) => kept[q]));
  const ahead = (of: (i: number) => number) => others.filter((i) => exceeds(of(i) - of(recommended), margin));
  const now = new Set(ahead((i) => means[i]!));
  const reversedBy = generated === 0 || generated === n ? [] : ahead(meanOfKept).filter((i) => !now.has(i));
  const causes: QuestionsCause[] = [];
  if (!withinMargin[recommended]) causes.push('few');
  if (generated === n) causes.push('all-generated');
  if (reversedBy.length > 0) causes.push('origins');
  const rival = others.filter((i) => candidates[i]).toSorted((i, j) => spreads.get(j)! - spreads.get(i)!)[0];
  const planned = (system: number): PlannedQuestions | null => {
    const differences = differencesOf(system);
    const prediction =
      margin <= 0
        ? null
        : judging
          ? plannedLooks(input, differences, others.length)
          : plannedOnce({ differences, margin });
    return prediction && { system: ids[system]!, ...prediction };
  };
  return {
    state: causes.length > 0 ? 'amber' : 'ok',
    questions: n,
    detectable: widest > 0 && !judging ? detectableDifference(widest, n) : null,
    planned: rival === undefined ? null : planned(rival),
    causes,
    generated,
    reversedBy: reversedBy.map((i) => ids[i]!),
  };
}

function plannedLooks(
  { margin, seed, measure }: Pick<VerdictInput, 'measure' | 'margin' | 'seed'>,
  differences: Float64Array,
  comparisons: number,
): Prediction | null {
  const range = differenceRange(measure);
  if (!range || margin >= range[1]) return null;
  return plannedAlways({ differences, margin, range, alpha: ALPHA / comparisons, seed });
}

const isGenerated = (origin: VerdictInput['origins'][number]): boolean => origin === 'model' || isMade(origin);

/** Systems this near to the end of the scale leave no room for a difference. */
const NEAR_END = 0.05;

/** The smallest p of a two-sided randomisation test of d differences is 2 / 2ᵈ: below α from this many on. */
export const FEWEST_DIFFERING = Math.floor(Math.log2(2 / ALPHA)) + 1;

/**
 * `ties`: another order of equal scores puts a system ahead by more than the margin. `few-differ`: no winner, each
 * differs from the recommended one for fewer than six questions. `ceiling`, `floor`: all means are within .05 of the
 * end. `undetectable`: no two systems would be separated with 80 % power.
 */
export function saturationBadge(
  input: Pick<VerdictInput, 'measure' | 'systems' | 'margin' | 'judging'>,
  { rows, means, ids, sign }: ComparedSystems,
  recommended: number,
  { isWinner, isOpen }: { readonly isWinner: boolean; readonly isOpen: boolean },
): SaturationBadge {
  const { measure, systems, margin, judging } = input;
  const others = [...rows.keys()].filter((i) => i !== recommended);
  const differ = (i: number, q: number): boolean => rows[i]![q] !== rows[recommended]![q];
  const all = [...rows[recommended]!.keys()];
  const mostDiffering = Math.max(...others.map((i) => all.filter((q) => differ(i, q)).length));
  const best = others.map((i) => means[i]! + tieGains(systems[i]!, sign).most);
  const worst = means[recommended]! + tieGains(systems[recommended]!, sign).least;
  const tied = others.filter(
    (i, at) => !exceeds(means[i]! - means[recommended]!, margin) && exceeds(best[at]! - worst, margin),
  );
  const { range } = definitionOf(measureOf(measure));
  const causes: SaturationCause[] = [];
  if (tied.length > 0) causes.push('ties');
  if (!isWinner && mostDiffering < FEWEST_DIFFERING) causes.push('few-differ');
  if (!isWinner && range) {
    const [floor, ceiling] = sign === 1 ? range : [-range[1], -range[0]];
    const room = NEAR_END * (ceiling - floor);
    if (means.every((each) => each >= ceiling - room)) causes.push('ceiling');
    if (means.every((each) => each <= floor + room)) causes.push('floor');
  }
  const further = !isOpen || judging || margin <= 0 ? null : furtherQuestions(rows, margin);
  if (further !== null) causes.push('undetectable');
  return {
    state: causes.length > 0 ? 'amber' : 'ok',
    questions: all.length,
    differing: all.filter((q) => others.some((i) => differ(i, q))).length,
    causes,
    further,
    tied: tied.map((i) => ids[i]!),
  };
}

/** Further questions until the margin is found between some two systems; null where it is, and without a spread. */
function furtherQuestions(rows: readonly Float64Array[], margin: number): number | null {
  const spreads = rows.flatMap((a, i) =>
    rows.slice(i + 1).map((b) => momentsOf(a.map((value, q) => value - b[q]!)).deviation),
  );
  const least = Math.min(...spreads.filter((deviation) => deviation > 0));
  const further = Number.isFinite(least) ? questionsToDetect(least, margin) - rows[0]!.length : 0;
  return further > 0 ? further : null;
}

function tieGains({ values, ties }: VerdictSystem, sign: 1 | -1): { readonly least: number; readonly most: number } {
  const now = mean(values);
  const ends = ties ? [sign * (ties.low - now), sign * (ties.high - now)] : [0];
  return { least: Math.min(...ends), most: Math.max(...ends) };
}
