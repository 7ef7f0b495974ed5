import type { Judgment, Ranking, Run } from '../../base/types';
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

/** TREC's `qid Q0 docno rank score tag`, all digits. @throws {UnwritableId} where an id is empty or has white space */
export function trecRun(run: Run, tag: string) {
  const name = tag.replace(/\s+/g, '-') || 'run';
  const lines: string[] = [];
  let reordered = 0;
  for (const [query, ranking] of run) {
    refuseWhiteSpace('question', query);
    ranking.forEach(({ id, score }, i) => {
      refuseWhiteSpace('document', id);
      lines.push(`${query} Q0 ${id} ${i + 1} ${score} ${name}\n`);
    });
    if (isReordered(ranking)) reordered++;
  }
  return { text: lines.join(''), reorderedBySinglePrecision: reordered };
}

function isReordered(ranking: Ranking): boolean {
  return ranking.some(({ id, score }, i) => {
    const before = ranking[i - 1];
    if (!before || before.score === score) return false;
    return Math.fround(before.score) === Math.fround(score) && compareBytes(before.id, id) < 0;
  });
}
