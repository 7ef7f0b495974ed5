import type { Judgment } from '../../base/types';
import { groupBy } from '../../base/containers';
import type { Places } from '../judging/places';
import type { DrawnQuestion } from '../judging/plan';
import type { PoolGrades } from './pooled-question';

/** What is judged of a question: grades of the items of its pool, and of what is in none. */
export interface JudgedItems {
  readonly grades: PoolGrades;
  readonly elsewhere: readonly number[];
}

/**
 * Grades of the items of a pool by the judgments of its question: the highest of those of the same places, by the rule
 * that makes a chunk of a judged span relevant.
 */
export function judgedItems(
  { items }: Pick<DrawnQuestion, 'items'>,
  judgments: readonly Judgment[],
  places: Places,
): JudgedItems {
  const byDoc = groupBy(judgments, ({ doc }) => doc);
  const counted = new Set<Judgment>();
  const grades = items.map(({ members }) => {
    const own = members.flatMap((id) => {
      const place = places.of(id);
      return (byDoc.get(place.doc) ?? []).filter(({ doc, span = null }) => places.areSame({ doc, span }, place));
    });
    for (const each of own) counted.add(each);
    return own.length > 0 ? Math.max(...own.map(({ grade }) => grade)) : undefined;
  });
  return { grades, elsewhere: judgments.flatMap((each) => (counted.has(each) ? [] : [each.grade])) };
}
