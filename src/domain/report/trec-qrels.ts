import type { Judgment } from '../../base/types';
import { refuseWhiteSpace } from './white-space';

/**
 * Judgments as TREC writes them, `qid 0 docno rel` (https://trec.nist.gov), in their order.
 *
 * @throws {UnwritableId} where an id is empty or has white space in it
 */
export function trecQrels(judgments: readonly Judgment[]): string {
  return judgments
    .map(({ query, doc, grade }) => {
      refuseWhiteSpace('question', query);
      refuseWhiteSpace('document', doc);
      return `${query} 0 ${doc} ${grade}\n`;
    })
    .join('');
}
