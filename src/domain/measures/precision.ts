import { countWithin } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * P@k = relevant documents among the first k / k. It divides by k even where fewer were retrieved, so that a short
 * list cannot gain by being short.
 *
 * `P_k` of trec_eval, `P@k` of ir_measures.
 */
export const precision = {
  ...shareMeasure,
  name: 'P',
  aliases: ['Precision', 'precision'],
  label: 'Precision',
  summary: 'Share of the first k places that hold a relevant document.',
  explanation: {
    formula: 'relevant documents among the first k ÷ k',
    rewards: 'Filling the first k places with relevant documents, in any order.',
    avoid: 'Where questions have fewer than k relevant documents: even a perfect ranking then stays below 1.',
  },
  cutoff: 'required',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { cutoff, relevance }) => countWithin(ranking.relevant(relevance).ranks, cutoff) / cutoff,
} as const satisfies MeasureDefinition;
