/** Coefficients of Lanczos' approximation, g = 7, nine terms (Godfrey 2001): about 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Natural logarithm of Γ(x), x > 0. Lanczos, “A precision approximation of the gamma function”, 1964. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  const t = shifted + 7.5;
  const series = LANCZOS.reduce((sum, c, i) => (i === 0 ? c : sum + c / (shifted + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(series);
}

/** From here on the terms of Stirling's series that are used give all digits. */
const LARGE = 20;

/** ln Γ(a)·Γ(b) / Γ(a + b), large logarithms subtracted before rounding (DiDonato and Morris, 1992). */
function logBeta(a: number, b: number): number {
  if (a < b) return logBeta(b, a);
  if (a < LARGE) return logGamma(a) + logGamma(b) - logGamma(a + b);
  const ratio = -(a - 0.5) * Math.log1p(b / a) - b * Math.log(a + b) + b + stirlingError(a) - stirlingError(a + b);
  return logGamma(b) + ratio;
}

/** log Γ(x) less (x − ½) log x − x + ½ log 2π (DLMF 5.11.1). */
export function stirlingError(x: number): number {
  const square = x * x;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * square)) / square) / square) / square) / x;
}

const TINY = 1e-300;
const MAX_STEPS = 10_000;
const PRECISION = 3e-16;

/** I_x(a, b) (DLMF 8.17.22, Lentz), error below 1e-11 for a + b up to 10⁵. @param rest 1 − x, with its digits */
export function incompleteBeta(x: number, a: number, b: number, rest = 1 - x): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(rest, b, a, x);
  const logRest = x < 0.5 ? Math.log1p(-x) : Math.log(rest);
  const front = a * Math.log(x) + b * logRest - logBeta(a, b);
  return (Math.exp(front) / a) * continuedFraction(x, a, b);
}

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MAX_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let step = 1;
    for (const term of [even, odd]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      step = d * c;
      value *= step;
    }
    if (Math.abs(step - 1) < PRECISION) break;
  }
  return value;
}

/** Not 0, by which the next step divides. */
const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** P(F ≥ f) on b = `between` and w = `within` degrees of freedom: I_{w/(w + b·f)}(w/2, b/2). */
export function fUpper(f: number, between: number, within: number): number {
  if (f <= 0) return 1;
  const share = between * f;
  return incompleteBeta(within / (within + share), within / 2, between / 2, share / (within + share));
}

/** Probability that Student's t is at least this far from 0, to either side: t² is F on 1 and ν degrees of freedom. */
export function studentTwoSided(t: number, degrees: number): number {
  return fUpper(t * t, 1, degrees);
}

/** The t that is passed with probability α, to either side. */
export function studentCritical(alpha: number, degrees: number): number {
  return firstNumber((t) => studentTwoSided(t, degrees) <= alpha);
}

/** The least number above 0 from which on a condition holds, by bisection to the last digit. */
export function firstNumber(holds: (x: number) => boolean): number {
  let [low, high] = [0, 1];
  while (high < Infinity && !holds(high)) [low, high] = [high, 2 * high];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return high;
    if (holds(middle)) high = middle;
    else low = middle;
  }
}
