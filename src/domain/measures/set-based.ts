import { shareMeasure, type MeasureDefinition } from './measure';

/** Measures of the retrieved set, whatever its order. */
export const setBased = [
  /** set_P = relevant documents retrieved / documents retrieved, 0 where none were. `set_P` of trec_eval. */
  {
    ...shareMeasure,
    name: 'set_P',
    aliases: ['SetP'],
    cutoff: 'none',
    compute: (ranking, { relevance }) =>
      ranking.grades.length === 0 ? 0 : ranking.relevant(relevance).ranks.length / ranking.grades.length,
  },
  /** set_recall = relevant documents retrieved / R, 0 where R = 0. `set_recall` of trec_eval. */
  {
    ...shareMeasure,
    name: 'set_recall',
    aliases: ['SetR'],
    cutoff: 'none',
    compute: (ranking, { relevance }) => {
      const { ranks, total } = ranking.relevant(relevance);
      return total === 0 ? 0 : ranks.length / total;
    },
  },
  /** set_F = 2r / (n + R), r of n retrieved documents relevant; 0 where r is 0. `set_F` of trec_eval with β = 1. */
  {
    ...shareMeasure,
    name: 'set_F',
    aliases: ['SetF'],
    cutoff: 'none',
    compute: (ranking, { relevance }) => {
      const { ranks, total } = ranking.relevant(relevance);
      return ranks.length === 0 ? 0 : (2 * ranks.length) / (ranking.grades.length + total);
    },
  },
  /** set_map = set_P · set_recall: average precision of a retrieved set without order. `set_map` of trec_eval. */
  {
    ...shareMeasure,
    name: 'set_map',
    aliases: ['SetAP'],
    cutoff: 'none',
    compute: (ranking, { relevance }) => {
      const { ranks, total } = ranking.relevant(relevance);
      return ranks.length === 0 ? 0 : (ranks.length / ranking.grades.length) * (ranks.length / total);
    },
  },
] as const satisfies readonly MeasureDefinition[];
