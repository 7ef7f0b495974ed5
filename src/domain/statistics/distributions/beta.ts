import { logGamma } from './gamma';

const TINY = 1e-300;
const MOST_TERMS = 1000;

/**
 * Regularised incomplete beta function I_x(a, b), by its continued fraction (DLMF 8.17.22) in the form of Lentz, from the
 * side on which it converges fast.
 *
 * @param x 0 to 1
 * @param a above 0
 * @param b above 0
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  return (Math.exp(front) / a) * continuedFraction(x, a, b);
}

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let step = 1;
    for (const term of [even, odd]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      step = d * c;
      value *= step;
    }
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return value;
}

/** Not 0, by which the next step divides. */
const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
