import { shareMeasure, type MeasureDefinition } from './measure';

/** set_recall = relevant documents retrieved / R, 0 where R = 0. `set_recall` of trec_eval. */
export const setRecall = {
  ...shareMeasure,
  name: 'set_recall',
  aliases: ['SetR'],
  label: 'Set Recall',
  summary: 'Share of the relevant documents that were retrieved at all.',
  explanation: {
    formula: 'relevant documents retrieved ÷ all relevant documents',
    rewards: 'Retrieving all that is relevant, at any place.',
    avoid: 'To compare lists of different lengths: a longer list can only gain.',
  },
  cutoff: 'none',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { relevance }) => {
    const { ranks, total } = ranking.relevant(relevance);
    return total === 0 ? 0 : ranks.length / total;
  },
} as const satisfies MeasureDefinition;
