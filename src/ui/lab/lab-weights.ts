/** Left of a list whose weight becomes 0, so that it grows again in its own ratio. */
const TRACE = 1e-9;

/** Weights that add to 1 with one changed; the others keep their ratio. @param value 0 to 1 */
export function reweighted(weights: readonly number[], at: number, value: number): number[] {
  const others = weights.reduce((sum, weight, i) => (i === at ? sum : sum + weight), 0);
  const left = Math.max(TRACE, 1 - value);
  return weights.map((weight, i) => {
    if (i === at) return Math.max(TRACE, value);
    return left * (others > 0 ? weight / others : 1 / (weights.length - 1));
  });
}

/** Weights as whole steps of 1 that add to 1: each rounded down, and what is left to those that lost most. */
export function inSteps(weights: readonly number[], steps: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (weight / total) * steps);
  // A whole number that is off by rounding is not rounded down.
  const whole = exact.map((each) => Math.floor(each + 1e-6));
  const left = steps - whole.reduce((sum, each) => sum + each, 0);
  const byLoss = [...exact.keys()].sort((a, b) => exact[b]! - whole[b]! - (exact[a]! - whole[a]!) || a - b);
  for (const i of byLoss.slice(0, left)) whole[i]!++;
  return whole.map((each) => each / steps);
}
