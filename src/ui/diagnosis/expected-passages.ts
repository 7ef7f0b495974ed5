import type { Missed } from '../../domain/diagnosis/diagnose';
import { isRelevant } from '../../domain/measures/judge';
import type { JudgedPlace, Places } from '../../domain/judging/places';
import type { Judgment } from '../../base/types';

/** A relevant place of a question, with what the diagnosis says of it. */
export interface ExpectedPassage {
  readonly place: JudgedPlace;
  readonly grade: number;
  /** Null where the system has it within k, or no diagnosis is there. */
  readonly missed: Missed | null;
}

/**
 * Relevant places of a question: those that are missed first, then by grade. What is missed without any passage, as a span
 * that no chunk holds, belongs to the relevant places that have no other passage, in their order.
 *
 * @param judgments of the question
 * @param isRanked whether the system has a passage of a place
 */
export function expectedPassages(
  judgments: readonly Judgment[],
  missed: readonly Missed[],
  places: Places,
  relevance: number,
  isRanked: (place: JudgedPlace) => boolean,
): readonly ExpectedPassage[] {
  const relevant = judgments.filter(({ grade }) => isRelevant(grade, relevance));
  const without = missed.filter(({ docs }) => docs.length === 0);
  const expected = relevant.map(({ doc, span, grade }): ExpectedPassage => {
    const place = { doc, span: span ?? null };
    const own = missed.find(({ docs }) => docs.some((id) => isAt(places, id, place)));
    return { place, grade, missed: own ?? null };
  });
  const apart = expected.map((each): ExpectedPassage => {
    const isAlone = each.missed === null && !isRanked(each.place);
    return isAlone && without.length > 0 ? { ...each, missed: without.shift()! } : each;
  });
  return apart.sort((a, b) => Number(b.missed !== null) - Number(a.missed !== null) || b.grade - a.grade);
}

function isAt(places: Places, id: Missed['docs'][number], place: JudgedPlace): boolean {
  const found = places.of(id);
  return found.doc === place.doc && places.areSame(found, place);
}
