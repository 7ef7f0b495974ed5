import { studentTwoSided } from './distributions/student-t';
import { momentsOf } from './moments';

/**
 * Two-sided paired t-test: t = mean / (sd / √n) on n − 1 degrees of freedom. Student, “The probable error of a mean”,
 * 1908; `scipy.stats.ttest_rel`.
 *
 * @param differences a − b, one a question
 * @returns t of 0 and p of 1 where all differences are 0; null for fewer than two questions, and where all differences
 *   are the same but not 0: t is infinite there, and a p of 0 would be claimed of any number of questions
 */
export function pairedT(differences: Float64Array): { t: number; p: number } | null {
  const n = differences.length;
  if (n < 2) return null;
  const { mean, deviation } = momentsOf(differences);
  if (deviation === 0) return mean === 0 ? { t: 0, p: 1 } : null;
  const t = mean / (deviation / Math.sqrt(n));
  return { t, p: studentTwoSided(t, n - 1) };
}
