import { shareMeasure, type MeasureDefinition } from './measure';

/** set_P = relevant documents retrieved / documents retrieved, 0 where none were. `set_P` of trec_eval. */
export const setPrecision = {
  ...shareMeasure,
  name: 'set_P',
  aliases: ['SetP'],
  label: 'Set Precision',
  summary: 'Share of all retrieved documents that are relevant.',
  explanation: {
    formula: 'relevant documents retrieved ÷ documents retrieved',
    rewards: 'Retrieving nothing that is not relevant.',
    avoid: 'For rankings of a fixed length: that length decides it, and the order does not count.',
  },
  cutoff: 'none',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { relevance }) =>
    ranking.grades.length === 0 ? 0 : ranking.relevant(relevance).ranks.length / ranking.grades.length,
} as const satisfies MeasureDefinition;
