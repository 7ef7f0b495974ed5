import { relevantWithin, type MeasureDefinition } from './measure';

/**
 * P@k = relevant documents among the first k / k. It divides by k even where fewer were retrieved, so that a short
 * list cannot gain by being short.
 *
 * `P_k` of trec_eval, `P@k` of ir_measures.
 */
export const precision = {
  name: 'P',
  aliases: ['Precision'],
  summary: 'Share of the first k places that hold a relevant document.',
  compute: (ranking, cutoff) => relevantWithin(ranking, cutoff) / cutoff,
} as const satisfies MeasureDefinition;
