import type { Judgment, QueryId, Ranking, Run } from '../../base/types';
import { compareBytes } from '../run/order';

/** An id that a file with white space between its columns cannot hold. */
export class UnwritableId extends Error {
  override readonly name = 'UnwritableId';

  constructor(
    readonly kind: 'document' | 'question',
    readonly id: string,
  ) {
    super(`${kind} “${id}”`);
  }
}

/** @throws {UnwritableId} where an id is empty or has white space */
function refuseWhiteSpace(kind: 'document' | 'question', id: string): void {
  if (id !== '' && !/\s/.test(id)) return;
  throw new UnwritableId(kind, id);
}

/** TREC's `qid 0 docno rel`. @throws {UnwritableId} where an id is empty or has white space */
export function trecQrels(judgments: readonly Judgment[]): string {
  return judgments
    .map(({ query, doc, grade }) => {
      refuseWhiteSpace('question', query);
      refuseWhiteSpace('document', doc);
      return `${query} 0 ${doc} ${grade}\n`;
    })
    .join('');
}

/**
 * The list of a question as TREC's `qid Q0 docno rank score tag`, all digits. @throws {UnwritableId} where an id is empty
 * or has white space
 */
export function trecRanking(query: QueryId, ranking: Ranking, tag: string): string {
  const name = tag.replace(/\s+/g, '-') || 'run';
  refuseWhiteSpace('question', query);
  return ranking
    .map(({ id, score }, i) => {
      refuseWhiteSpace('document', id);
      return `${query} Q0 ${id} ${i + 1} ${score} ${name}\n`;
    })
    .join('');
}

/** The list of a question as a line of JSON, best first, which holds any id. */
export const jsonRanking = (query: QueryId, ranking: Ranking): string =>
  `${JSON.stringify({ query, hits: ranking.map(({ id, score }) => [id, score]) })}\n`;

/** @throws {UnwritableId} as {@link trecRanking} */
export const trecRun = (run: Run, tag: string): string =>
  Array.from(run, ([query, ranking]) => trecRanking(query, ranking, tag)).join('');

/** Questions whose list trec_eval before version 10, which reads scores in single precision, has in another order. */
export const reorderedBySinglePrecision = (run: Run): number => [...run.values()].filter(isReordered).length;

function isReordered(ranking: Ranking): boolean {
  return ranking.some(({ id, score }, i) => {
    const before = ranking[i - 1];
    if (!before || before.score === score) return false;
    return Math.fround(before.score) === Math.fround(score) && compareBytes(before.id, id) < 0;
  });
}
