import type { JudgedRanking } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * nDCG@k = DCG@k / DCG@k of the ideal ranking, with DCG@k = Σ grade_i / log2(i + 1) over the ranks i ≤ k: linear gain.
 * The ideal ranking holds all positive grades of the judgments, highest first, and is cut at k as well. Unjudged
 * documents, grade 0 and negative grades gain nothing. 0 where no grade is positive. The threshold of relevance plays
 * no part.
 *
 * Järvelin and Kekäläinen, “Cumulated gain-based evaluation of IR techniques”, 2002, with the discount of trec_eval:
 * `ndcg`, `ndcg_cut_k`.
 */
export const ndcg = {
  ...shareMeasure,
  name: 'nDCG',
  aliases: ['ndcg', 'NDCG'],
  label: 'nDCG',
  summary: 'Grades, discounted by rank, as a share of what the ideal ranking has.',
  explanation: {
    formula: 'DCG@k ÷ DCG@k of the ideal ranking, DCG@k = Σ gradeᵢ ÷ log₂(i + 1) over i ≤ k',
    rewards: 'Higher grades above lower ones, all the more at the first places.',
    avoid: 'Where the steps between grades mean nothing, or to compare with nDCG of gain 2^grade − 1 (nDCGexp).',
  },
  cutoff: 'optional',
  parameters: [],
  tieOrder: 'grade',
  compute: (ranking, { cutoff }) => normalisedGain(ranking, cutoff, (grade) => grade),
} as const satisfies MeasureDefinition;

/** DCG@k of a ranking as a share of that of its ideal ranking. @param gain of a positive grade */
export function normalisedGain({ grades, idealGrades }: JudgedRanking, k: number, gain: (grade: number) => number) {
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
