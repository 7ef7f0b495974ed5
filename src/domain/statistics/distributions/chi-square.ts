import { firstNumber, logGamma } from './beta';

const MAX_STEPS = 10_000;
const PRECISION = 1e-16;

/**
 * P(χ² ≤ x), the regularised incomplete gamma function P(ν/2, x/2): series below the mean, continued fraction above
 * (DLMF 8.11.4, 8.9.2). Relative error below 1e-12 for up to 10⁴ degrees, which need not be whole.
 */
export function chiSquareCdf(x: number, degrees: number): number {
  if (x <= 0) return 0;
  const [a, z] = [degrees / 2, x / 2];
  const front = Math.exp(a * Math.log(z) - z - logGamma(a));
  return z < a + 1 ? front * series(a, z) : 1 - front * continuedFraction(a, z);
}

function series(a: number, z: number): number {
  let [term, sum] = [1 / a, 1 / a];
  for (let n = 1; n <= MAX_STEPS && term > PRECISION * sum; n++) {
    term *= z / (a + n);
    sum += term;
  }
  return sum;
}

/** In the form of Lentz. */
function continuedFraction(a: number, z: number): number {
  let b = z + 1 - a;
  let c = Infinity;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n <= MAX_STEPS; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return value;
}

/** The value below which χ² stays with probability p, above 0 and below 1. */
export function chiSquareQuantile(p: number, degrees: number): number {
  return firstNumber((x) => chiSquareCdf(x, degrees) >= p);
}
