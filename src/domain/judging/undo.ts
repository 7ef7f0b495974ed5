import type { Judgment } from '../../base/types';
import { FIRST_ROUND, type JudgingAct } from './act';
import { judgedKey, placeKey, type JudgedPlace } from './places';

/**
 * The acts that undo some others: every place gets the grade and the note back that it had. The log itself is only ever
 * added to.
 *
 * @param before the last thing that was said of a place in the round of the act, before the acts
 */
export function undoing(
  acts: readonly JudgingAct[],
  before: (act: JudgingAct) => { readonly grade: number | null; readonly note: string },
  at: number,
): JudgingAct[] {
  return acts.map((act) => ({ ...act, ...before(act), milliseconds: 0, at })).reverse();
}

/** Grade and note of a place: of the last act of a round on it; in the first round the grade is that of its judgment. */
export function annotationOf(
  place: JudgedPlace & Pick<JudgingAct, 'query' | 'round'>,
  acts: readonly JudgingAct[],
  judgments: readonly Judgment[],
): { readonly grade: number | null; readonly note: string } {
  const key = placeKey(place);
  const last = acts.findLast((act) => act.round === place.round && act.query === place.query && placeKey(act) === key);
  const note = last?.note ?? '';
  if (place.round !== FIRST_ROUND) return { grade: last?.grade ?? null, note };
  const judgment = judgments.find((each) => each.query === place.query && judgedKey(each) === key);
  return { grade: judgment?.grade ?? null, note };
}
