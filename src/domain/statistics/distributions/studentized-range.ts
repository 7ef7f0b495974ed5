import { logGamma } from './gamma';
import { normalCdf } from './normal';
import { integrate } from './quadrature';

/** Beyond this a standard normal density adds nothing to sixteen digits. */
const EDGE = 8.5;

/** Where the density of s is below e^−NEGLIGIBLE of its peak it is left out. */
const NEGLIGIBLE = 38;

/**
 * Probability that the studentized range of `groups` means is at least q, with s² on `degrees` degrees of freedom:
 * ∫ density(s) · P(range of normal values ≥ q·s) ds, s² being χ²/ν. Absolute error below 1e-11.
 *
 * Copenhaver and Holland, “Computation of the distribution of the maximum studentized range statistic”, 1988.
 */
export function studentizedRangeUpper(q: number, groups: number, degrees: number): number {
  if (q <= 0) return 1;
  const half = degrees / 2;
  const constant = Math.log(2) + half * Math.log(half) - logGamma(half);
  const logDensity = (s: number): number => constant + (degrees - 1) * Math.log(s) - half * s * s;
  const [low, high] = supportOf(logDensity, Math.sqrt(Math.max(degrees - 1, 0.25) / degrees));
  const upper = integrate((s) => Math.exp(logDensity(s)) * rangeUpper(q * s, groups), low, high, 3);
  return Math.min(1, Math.max(0, upper));
}

/** P(range of `groups` standard normal values ≥ w) = 1 − groups · ∫ φ(z) (Φ(z) − Φ(z − w))^(groups − 1) dz. */
function rangeUpper(w: number, groups: number): number {
  const within = integrate(
    (z) => Math.exp((-z * z) / 2) * (normalCdf(z) - normalCdf(z - w)) ** (groups - 1),
    -EDGE,
    EDGE,
    3,
  );
  return 1 - (groups * within) / Math.sqrt(2 * Math.PI);
}

/** The range in which a density with one peak is not negligible, by bisection on both sides. */
function supportOf(logDensity: (s: number) => number, peak: number): readonly [number, number] {
  const floor = logDensity(peak) - NEGLIGIBLE;
  const edge = (from: number, to: number): number => {
    let [inside, outside] = [from, to];
    for (let i = 0; i < 50; i++) {
      const middle = (inside + outside) / 2;
      if (logDensity(middle) > floor) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return [edge(peak, 0), edge(peak, peak + 40)];
}
