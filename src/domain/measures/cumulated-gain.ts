import type { JudgedRanking } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

export const cumulatedGain = [
  /**
   * nDCG@k = DCG@k / DCG@k of the ideal ranking, with DCG@k = Σ grade_i / log2(i + 1) over the ranks i ≤ k: linear
   * gain. The ideal ranking holds all positive grades of the judgments, highest first, and is cut at k as well.
   * Unjudged documents and grades of 0 or less gain nothing; 0 where no grade is positive. The threshold of relevance
   * plays no part.
   *
   * Järvelin and Kekäläinen, “Cumulated gain-based evaluation of IR techniques”, 2002, with the discount of trec_eval:
   * `ndcg`, `ndcg_cut_k`.
   */
  {
    ...shareMeasure,
    name: 'nDCG',
    aliases: ['ndcg', 'NDCG'],
    cutoff: 'optional',
    parameters: [],
    compute: (ranking, { cutoff }) => normalisedGain(ranking, cutoff, (grade) => grade),
  },
  /**
   * nDCGexp@k: as nDCG@k with the gain 2^grade − 1; equal to nDCG where grades are 0 and 1. Burges et al., “Learning to
   * Rank using Gradient Descent”, 2005; `ndcg@k` of gdeval, `nDCG(dcg='exp-log2')@k` of ir_measures, `ndcg_burges` of
   * ranx.
   */
  {
    ...shareMeasure,
    name: 'nDCGexp',
    aliases: ['ndcg_burges'],
    cutoff: 'optional',
    parameters: [],
    compute: (ranking, { cutoff }) => normalisedGain(ranking, cutoff, (grade) => 2 ** grade - 1),
  },
] as const satisfies readonly MeasureDefinition[];

/** @param gain of a positive grade */
function normalisedGain({ grades, idealGrades }: JudgedRanking, k: number, gain: (grade: number) => number) {
  const ideal = discountedGain(idealGrades, k, gain);
  return ideal === 0 ? 0 : discountedGain(grades, k, gain) / ideal;
}

function discountedGain(grades: readonly (number | undefined)[], k: number, gain: (grade: number) => number): number {
  const end = Math.min(k, grades.length);
  let sum = 0;
  for (let i = 0; i < end; i++) {
    const grade = grades[i];
    if (grade !== undefined && grade > 0) sum += gain(grade) / Math.log2(i + 2);
  }
  return sum;
}
