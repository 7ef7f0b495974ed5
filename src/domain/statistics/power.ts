import { normalQuantile } from './distributions/normal';

/** Below this many questions a difference between systems says little. */
export const FEW_QUESTIONS = 50;

export const ALPHA = 0.05;
const POWER = 0.8;

/**
 * Questions at which a paired t-test would find a difference of this size, two-sided at α = .05, with 80 % power:
 * (z₁₋α⸝₂ + z_power)² / dz² + z²₁₋α⸝₂ / 2, rounded up. The second term makes up for the t distribution: what the
 * noncentral t distribution asks for is at most one question more, for dz up to 3.
 *
 * Guenther, “Sample size formulas for normal theory t tests”, 1981.
 *
 * @param dz Cohen's dz
 * @returns at least 2; null where there is no difference to find
 */
export function questionsNeeded(dz: number | null): number | null {
  if (dz === null || dz === 0) return null;
  const z = normalQuantile(1 - ALPHA / 2);
  return Math.max(2, Math.ceil((z + normalQuantile(POWER)) ** 2 / dz ** 2 + z ** 2 / 2));
}
