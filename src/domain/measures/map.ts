import type { JudgedRanking } from './judge';
import { shareMeasure, type MeasureArguments, type MeasureDefinition } from './measure';

/**
 * MAP = (1 / R) · Σ P@i over the ranks i that hold a relevant document: average precision, whose mean over questions
 * gives the measure its name. MAP@k sums over the first k and still divides by R, so that it cannot reach 1 where
 * R > k (`MAPmin@k` divides by min(k, R)). R = 0 gives 0.
 *
 * `map` and `map_cut_k` of trec_eval, `AP@k` of ir_measures.
 */
export const map = {
  ...shareMeasure,
  name: 'MAP',
  aliases: ['AP', 'map', 'ap'],
  label: 'MAP',
  summary: 'Precision at each relevant document, averaged over all relevant documents.',
  explanation: {
    formula: '(1 ÷ R) · Σ P@i over the ranks i ≤ k of relevant documents; R = all relevant documents',
    rewards: 'Ranking all relevant documents above the others.',
    avoid: 'Where grades differ, or where many relevant documents were never judged.',
  },
  cutoff: 'optional',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, at) => {
    const { total } = ranking.relevant(at.relevance);
    return total === 0 ? 0 : summedPrecision(ranking, at) / total;
  },
} as const satisfies MeasureDefinition;

/** Σ P@i over the ranks i ≤ k that hold a relevant document. */
export function summedPrecision(ranking: JudgedRanking, { cutoff, relevance }: MeasureArguments): number {
  const { ranks } = ranking.relevant(relevance);
  let sum = 0;
  for (let i = 0; i < ranks.length && ranks[i]! <= cutoff; i++) sum += (i + 1) / ranks[i]!;
  return sum;
}
