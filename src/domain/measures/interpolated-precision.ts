import type { JudgedRanking } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

/** Written out: 3 · 0.1 is not 0.3. */
const LEVELS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export const interpolatedPrecision = [
  /** 11pt_avg = mean of the interpolated precision at the recall levels 0, 0.1, …, 1. `11pt_avg` of trec_eval. */
  {
    ...shareMeasure,
    name: '11pt_avg',
    cutoff: 'none',
    compute: (ranking, { relevance }) =>
      LEVELS.reduce((sum, level) => sum + precisionFrom(ranking, relevance, level), 0) / LEVELS.length,
  },
  /**
   * iprec_at_recall_r = the highest precision at any rank where at least r · R relevant documents, rounded to the
   * nearest as in trec_eval 10.0-rc3, are found; 0 where they never are. `iprec_at_recall_0.10` of trec_eval,
   * `IPrec@0.1` of ir_measures.
   */
  {
    ...shareMeasure,
    name: 'iprec_at_recall',
    aliases: ['IPrec'],
    cutoff: 'none',
    parameters: ['recall', 'rel'],
    compute: (ranking, { relevance, recall }) => precisionFrom(ranking, relevance, recall),
  },
] as const satisfies readonly MeasureDefinition[];

function precisionFrom(ranking: JudgedRanking, relevance: number, recall: number): number {
  const { ranks, total } = ranking.relevant(relevance);
  const needed = Math.floor(recall * total + 0.5);
  let best = 0;
  // Precision is highest where a relevant document was just found.
  for (let i = Math.max(needed - 1, 0); i < ranks.length; i++) best = Math.max(best, (i + 1) / ranks[i]!);
  return best;
}
