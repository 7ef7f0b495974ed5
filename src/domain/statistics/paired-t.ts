import { studentTwoSided } from './distributions/student-t';
import { momentsOf } from './moments';

/**
 * Two-sided paired t-test: t = mean / (sd / √n) on n − 1 degrees of freedom. Student, “The probable error of a mean”,
 * 1908; `scipy.stats.ttest_rel`.
 *
 * @param differences a − b, one a question
 * @returns null for fewer than two questions, and where all differences are the same: t is not defined there
 */
export function pairedT(differences: Float64Array): { t: number; p: number } | null {
  const n = differences.length;
  if (n < 2) return null;
  const { mean, deviation } = momentsOf(differences);
  if (deviation === 0) return null;
  const t = mean / (deviation / Math.sqrt(n));
  return { t, p: studentTwoSided(t, n - 1) };
}
