import { countWithin } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * RPrec = relevant documents among the first R / R, the number of relevant documents of the question: precision and
 * recall at the rank where they are equal. R = 0 gives 0.
 *
 * `Rprec` of trec_eval and ir_measures.
 */
export const rPrecision = {
  ...shareMeasure,
  name: 'RPrec',
  aliases: ['Rprec', 'r-precision'],
  label: 'R-Precision',
  summary: 'Precision at R, the number of relevant documents of the question.',
  explanation: {
    formula: 'relevant documents among the first R ÷ R; R = all relevant documents',
    rewards: 'Relevant documents within as many places as there are relevant documents.',
    avoid: 'Where a reader sees a fixed number of places: its depth differs from question to question.',
  },
  cutoff: 'none',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { relevance }) => {
    const { ranks, total } = ranking.relevant(relevance);
    return total === 0 ? 0 : countWithin(ranks, total) / total;
  },
} as const satisfies MeasureDefinition;
