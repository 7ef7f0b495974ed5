import type { ResultRecord } from '../../contract/result';
import type { Query, QueryId } from '../../base/types';
import { findAll } from '../shared/search';
import type { Direction } from './table';

export interface QuestionRow {
  readonly index: number;
  readonly id: QueryId;
  /** Null where the question has been deleted since; its id where the source gives ids alone. */
  readonly text: string | null;
  /** Rank of the first relevant document under each system; 0 where none was found. */
  readonly ranks: readonly number[];
}

export type QuestionFilter = 'every' | 'disagree' | 'none' | 'all-find';

export function questionRows(result: ResultRecord, queryOf: (id: QueryId) => Query | undefined): QuestionRow[] {
  return result.queries.map((id, index) => ({
    index,
    id,
    text: textOf(queryOf(id)),
    ranks: result.systems.map((system) => system.firstRelevant[index] ?? 0),
  }));
}

const textOf = (query: Query | undefined): string | null => (query ? query.text || query.id : null);

export function filterQuestions(
  rows: readonly QuestionRow[],
  result: ResultRecord,
  filter: QuestionFilter,
  k: number,
  search: string,
): readonly QuestionRow[] {
  // Where lists are cut at each k, the ranks are those of the longest lists: Hit Rate, where it is there, is of this k.
  const hits = result.systems.map((system) => system.perQuery[`HitRate@${k}`]);
  const keep = ({ index, ranks }: QuestionRow): boolean => {
    const finds = (rank: number, i: number): boolean => (hits[i] ? hits[i][index]! > 0 : rank > 0 && rank <= k);
    const found = ranks.filter(finds).length;
    if (filter === 'disagree') return found > 0 && found < ranks.length;
    if (filter === 'none') return found === 0;
    return filter !== 'all-find' || found === ranks.length;
  };
  const kept = filter === 'every' ? rows : rows.filter(keep);
  return findAll(kept, search, (row) => [row.text ?? '', row.id]);
}

/** @param by `order`, `text`, or the position of a system as text */
export function sortQuestions(rows: readonly QuestionRow[], by: string, direction: Direction): readonly QuestionRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  if (by === 'order') return sign === 1 ? rows : rows.toReversed();
  if (by === 'text')
    return rows.toSorted((a, b) => sign * (a.text ?? '').localeCompare(b.text ?? '') || a.index - b.index);
  const rankOf = (row: QuestionRow): number => row.ranks[Number(by)] || Infinity;
  return rows.toSorted((a, b) => {
    const [x, y] = [rankOf(a), rankOf(b)];
    return (x === y ? 0 : sign * (x - y)) || a.index - b.index;
  });
}
