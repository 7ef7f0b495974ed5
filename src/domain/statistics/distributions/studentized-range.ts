import { logGamma, stirlingError } from './beta';
import { normalCdf } from './normal';

/** How far from its peak a normal density adds nothing to sixteen digits. */
const EDGE = 8.5;

/** Where the integrand is below e^−NEGLIGIBLE of its peak it is left out; e^−38 with room for its slower factors. */
const NEGLIGIBLE = 50;

/**
 * P(studentized range of `groups` means ≥ q), with s² on `degrees` degrees of freedom: ∫ density(s) · P(range of normal
 * values ≥ q·s) ds over v = log s. Upper tails keep their digits down to 10⁻³⁰⁰. Relative error below 1e-10. Copenhaver
 * and Holland, “Computation of the distribution of the maximum studentized range statistic”, 1988.
 */
export function studentizedRangeUpper(q: number, groups: number, degrees: number): number {
  if (q <= 0) return 1;
  const logPeak = -0.5 * Math.log1p((q * q) / (2 * degrees));
  const constant = logDensityConstant(degrees);
  const [low, high] = supportOf((v) => degrees * (v - Math.exp(2 * v) / 2 + 0.5));
  const upper = integrate(
    (v) => {
      const u = v + logPeak;
      const density = Math.exp(constant + degrees * (u - Math.expm1(2 * u) / 2));
      return density * rangeUpper(q * Math.exp(u), groups);
    },
    low,
    high,
    // Few degrees of freedom make the density wide, many groups make the range sharp.
    Math.ceil(((high - low) * Math.sqrt(2 * degrees + groups)) / 5),
  );
  return Math.min(1, upper);
}

/** log(2 (ν/2)^(ν/2) e^(−ν/2) / Γ(ν/2)), by Stirling's series for large ν, where large terms have a small sum. */
function logDensityConstant(degrees: number): number {
  const half = degrees / 2;
  if (half >= 20) return Math.log(2) + 0.5 * Math.log(half / (2 * Math.PI)) - stirlingError(half);
  return Math.log(2) + half * Math.log(half) - half - logGamma(half);
}

/** P(range ≥ w) = groups · ∫ φ(z) (Φ(z)^(groups − 1) − (Φ(z) − Φ(z − w))^(groups − 1)) dz over the largest value. */
function rangeUpper(w: number, groups: number): number {
  const others = groups - 1;
  const integral = integrate(
    (z) => {
      const below = normalCdf(z);
      // By rounding the quotient can be above 1 where w is next to 0.
      const share = Math.min(1, normalCdf(z - w) / below);
      // A difference of powers without cancellation.
      const notWithin = -Math.expm1(others * Math.log1p(-share));
      return Math.exp((-z * z) / 2) * below ** others * notWithin;
    },
    w / 2 - EDGE,
    w / 2 + EDGE,
    // The largest of many values spreads less.
    3 + Math.floor(groups / 8),
  );
  return (groups * integral) / Math.sqrt(2 * Math.PI);
}

function supportOf(logarithm: (v: number) => number): readonly [number, number] {
  const edge = (far: number): number => {
    let [inside, outside] = [0, far];
    for (let i = 0; i < 50; i++) {
      const middle = (inside + outside) / 2;
      if (logarithm(middle) > -NEGLIGIBLE) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return [edge(-2 * NEGLIGIBLE), edge(5)];
}

const POINTS = 24;

/** Nodes and weights of Gauss and Legendre on −1 … 1, by Newton's method on the polynomial. */
const { nodes, weights } = gaussLegendre(POINTS);

/** ∫ f over low … high for smooth f: equal parts, 24 nodes of Gauss and Legendre in each. */
function integrate(f: (x: number) => number, low: number, high: number, parts: number): number {
  const half = (high - low) / parts / 2;
  let sum = 0;
  for (let part = 0; part < parts; part++) {
    const centre = low + (2 * part + 1) * half;
    for (let i = 0; i < POINTS; i++) sum += weights[i]! * f(centre + half * nodes[i]!);
  }
  return sum * half;
}

function gaussLegendre(n: number): { nodes: Float64Array; weights: Float64Array } {
  const found = { nodes: new Float64Array(n), weights: new Float64Array(n) };
  for (let i = 0; i < n; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let step = 0; step < 50; step++) {
      let [before, value] = [0, 1];
      for (let k = 1; k <= n; k++) [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
      slope = (n * (x * value - before)) / (x * x - 1);
      const change = value / slope;
      x -= change;
      if (Math.abs(change) < 1e-16) break;
    }
    found.nodes[i] = x;
    found.weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return found;
}
