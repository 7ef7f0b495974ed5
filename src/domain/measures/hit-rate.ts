import { relevantWithin, type MeasureDefinition } from './measure';

/**
 * HitRate@k = 1 if any of the first k documents is relevant, else 0. Its mean is the share of questions that are
 * answered within k. A question without relevant documents or without results has 0.
 *
 * `success_k` of trec_eval, `Success@k` of ir_measures.
 */
export const hitRate = {
  name: 'HitRate',
  aliases: ['Success'],
  summary: 'Share of questions with a relevant document among the first k.',
  compute: (ranking, cutoff) => (relevantWithin(ranking, cutoff) > 0 ? 1 : 0),
} as const satisfies MeasureDefinition;
