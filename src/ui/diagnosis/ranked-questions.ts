import type { ResultRecord } from '../../contract/result';
import type { JudgedPlace, Places } from '../../domain/judging/places';
import type { Query, QueryId, Ranking } from '../../base/types';

export interface RankedQuestion {
  /** Position in the result. */
  readonly index: number;
  readonly id: QueryId;
  /** Null where the question was deleted since; its id where the source gives ids alone. */
  readonly text: string | null;
  /** Rank of the first relevant passage under each system, in the order of the result; 0 where none was found. */
  readonly ranks: readonly number[];
}

export function rankedQuestions(
  { queries, systems }: Pick<ResultRecord, 'queries' | 'systems'>,
  queryOf: (id: QueryId) => Query | undefined,
): RankedQuestion[] {
  return queries.map((id, index) => {
    const query = queryOf(id);
    const ranks = systems.map(({ firstRelevant }) => firstRelevant[index] ?? 0);
    return { index, id, text: query ? query.text || query.id : null, ranks };
  });
}

/** The rank of the first passage of a list that is at a place, by the rule that makes a chunk relevant; null for none. */
export function rankOfPlace(ranking: Ranking, place: JudgedPlace, places: Places): number | null {
  const at = ranking.findIndex(({ id }) => {
    const found = places.of(id);
    return found.doc === place.doc && places.areSame(found, place);
  });
  return at < 0 ? null : at + 1;
}
