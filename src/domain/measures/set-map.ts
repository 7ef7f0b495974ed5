import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * set_map = set_P · set_recall: average precision of a retrieved set without order. `set_map` of trec_eval.
 */
export const setMap = {
  ...shareMeasure,
  name: 'set_map',
  aliases: ['SetAP'],
  label: 'Set MAP',
  summary: 'Precision times recall of all retrieved documents.',
  explanation: {
    formula: 'set_P · set_recall',
    rewards: 'Retrieving what is relevant and nothing else.',
    avoid: 'For rankings: the order does not count.',
  },
  cutoff: 'none',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { relevance }) => {
    const { ranks, total } = ranking.relevant(relevance);
    return ranks.length === 0 ? 0 : (ranks.length / ranking.grades.length) * (ranks.length / total);
  },
} as const satisfies MeasureDefinition;
