import type { JudgedRanking } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * iprec_at_recall_r = the highest precision at any rank where at least the share r of the relevant documents is found,
 * 0 where it never is. This share asks for r · R documents, rounded to the nearest, as in trec_eval
 * 10.0-rc3.
 *
 * `iprec_at_recall_0.10` of trec_eval, `IPrec@0.1` of ir_measures.
 */
export const interpolatedPrecision = {
  ...shareMeasure,
  name: 'iprec_at_recall',
  aliases: ['IPrec'],
  label: 'Interpolated P',
  summary: 'Highest precision at any depth that finds at least this share of the relevant documents.',
  explanation: {
    formula: 'max P@i over the ranks i with Recall@i ≥ r',
    rewards: 'Reaching the recall r with few documents in between.',
    avoid: 'For questions with few relevant documents: many levels of recall then ask for the same document.',
  },
  cutoff: 'none',
  parameters: ['recall', 'rel'],
  tieOrder: 'grade',
  compute: (ranking, { relevance, recall }) => precisionFrom(ranking, relevance, recall),
} as const satisfies MeasureDefinition;

/** Highest precision at any rank where the share `recall` of the relevant documents is found. */
export function precisionFrom(ranking: JudgedRanking, relevance: number, recall: number): number {
  const { ranks, total } = ranking.relevant(relevance);
  const needed = Math.floor(recall * total + 0.5);
  let best = 0;
  // Precision is highest where a relevant document was just found.
  for (let i = Math.max(needed - 1, 0); i < ranks.length; i++) best = Math.max(best, (i + 1) / ranks[i]!);
  return best;
}
