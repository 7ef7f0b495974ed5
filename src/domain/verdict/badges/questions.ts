import { plannedAlways } from '../../planning/read-always';
import { detectableDifference, plannedOnce } from '../../planning/read-once';
import type { Prediction } from '../../planning/types';
import { GENERATED_ORIGINS } from '../../questions/candidate';
import { mean } from '../../measures/aggregate';
import { ALPHA, momentsOf } from '../../statistics/paired';
import { type ComparedSystems, exceeds } from '../compared';
import { differenceRange } from '../sampled';
import type { Standings } from '../standings';
import type { PlannedQuestions, QuestionsBadge, QuestionsCause, VerdictInput } from '../types';

/**
 * Whether other questions could put a system ahead of the recommended one by more than the margin. Amber where
 *
 * - `few`: it is not shown to be within the margin of the best (see `standingsOf`). More questions could show it.
 * - `all-generated`: all questions were made from passages. Those of people may favour another system by any amount.
 * - `origins`: some were, and without them another system's mean is ahead by more than the margin.
 *
 * The detectable difference is 2.80 · sd / √n with the widest sd of the differences to the recommended system. The
 * questions that the margin takes are predicted from the widest sd of those that may be the best (see `plannedOnce`). Both
 * follow from the spread alone, not from the differences that were observed. While questions are judged, the prediction is
 * that of a confidence sequence (see `plannedAlways`), and no difference is called detectable.
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

/** With the confidence sequences of the verdict; null for a measure of no known range. */
function plannedLooks(
  { margin, seed, ...input }: Pick<VerdictInput, 'measure' | 'judging' | 'margin' | 'seed'>,
  differences: Float64Array,
  comparisons: number,
): Prediction | null {
  const range = differenceRange(input);
  if (!range || margin >= range[1]) return null;
  return plannedAlways({ differences, margin, range, alpha: ALPHA / comparisons, seed });
}

const isGenerated = (origin: VerdictInput['origins'][number]): boolean =>
  origin === 'model' || (GENERATED_ORIGINS as readonly (typeof origin)[]).includes(origin);
