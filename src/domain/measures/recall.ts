import { countWithin, type JudgedRanking } from './judge';
import { shareMeasure, type MeasureArguments, type MeasureDefinition } from './measure';

/**
 * Recall@k = relevant documents among the first k / R, all relevant documents of the question. Where R > k it cannot
 * reach 1; R = 0 gives 0 and the question stays in the mean.
 *
 * Of a question with needs it is the share of needs that are met within k. Needs have no grades: the threshold of
 * relevance does not touch them.
 *
 * `recall_k` of trec_eval, `R@k` of ir_measures; recall of AutoRAG where there are needs.
 */
export const recall = {
  ...shareMeasure,
  name: 'Recall',
  aliases: ['R', 'recall'],
  label: 'Recall',
  summary: 'Share of the relevant documents that are among the first k.',
  explanation: {
    formula: 'relevant documents among the first k ÷ all relevant documents',
    rewards: 'Finding all that is relevant within the first k, in any order.',
    avoid: 'Where questions have more than k relevant documents: even a perfect ranking then stays below 1.',
  },
  cutoff: 'required',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, at) => {
    const { found, total } = recalled(ranking, at);
    return total === 0 ? 0 : found / total;
  },
} as const satisfies MeasureDefinition;

/** What was found within k, and of how many: needs where the question has them, relevant documents otherwise. */
export function recalled(ranking: JudgedRanking, { cutoff, relevance }: MeasureArguments) {
  if (ranking.needs) {
    const { ranks, total } = ranking.needs;
    return { found: ranks.filter((rank) => rank <= cutoff).length, total };
  }
  const { ranks, total } = ranking.relevant(relevance);
  return { found: countWithin(ranks, cutoff), total };
}
