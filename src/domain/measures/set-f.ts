import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * set_F = 2 · set_P · set_recall / (set_P + set_recall) = 2r / (n + R), r of n retrieved documents relevant; 0 where r
 * is 0. `set_F` of trec_eval with β = 1.
 */
export const setF = {
  ...shareMeasure,
  name: 'set_F',
  aliases: ['SetF'],
  label: 'Set F1',
  summary: 'Harmonic mean of precision and recall of all retrieved documents.',
  explanation: {
    formula: '2 · set_P · set_recall ÷ (set_P + set_recall)',
    rewards: 'Retrieving what is relevant and nothing else.',
    avoid: 'For rankings of a fixed length: that length decides it, and the order does not count.',
  },
  cutoff: 'none',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { relevance }) => {
    const { ranks, total } = ranking.relevant(relevance);
    return ranks.length === 0 ? 0 : (2 * ranks.length) / (ranking.grades.length + total);
  },
} as const satisfies MeasureDefinition;
