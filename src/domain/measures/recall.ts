import { relevantWithin, type MeasureDefinition } from './measure';

/**
 * Recall@k = relevant documents among the first k / R, all relevant documents of the question. Where R > k it cannot
 * reach 1; R = 0 gives 0 and the question stays in the mean.
 *
 * `recall_k` of trec_eval, `R@k` of ir_measures.
 */
export const recall = {
  name: 'Recall',
  aliases: ['R'],
  summary: 'Share of the relevant documents that are among the first k.',
  compute: (ranking, cutoff) =>
    ranking.relevantTotal === 0 ? 0 : relevantWithin(ranking, cutoff) / ranking.relevantTotal,
} as const satisfies MeasureDefinition;
