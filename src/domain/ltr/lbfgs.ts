import { addTo, dot } from '../retrieval/dense/metrics';

/** A function to minimise: writes the gradient at x over `gradient` and returns the value. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

type LinePoint = ReturnType<typeof evaluate>;

interface Trial {
  readonly step: number;
  readonly value: number;
  readonly slope: number;
  readonly point: LinePoint;
}

const SUFFICIENT = 1e-4;
const CURVATURE = 0.9;
const ROUNDING = 1e-12;
const MAX_TRIALS = 50;

/**
 * A step t with f(t) ≤ f(0) + 10⁻⁴ t f′(0) and |f′(t)| ≤ .9 |f′(0)|, up to 10⁻¹² of the value; null for no descent or
 * step. Nocedal and Wright, “Numerical Optimization”, 2006, algorithms 3.5 and 3.6.
 */
export function strongWolfe(objective: Objective, from: LinePoint, direction: Float64Array, first: number) {
  const start: Trial = { step: 0, value: from.value, slope: dot(from.gradient, direction), point: from };
  if (!(start.slope < 0)) return null;
  const at = (step: number): Trial => {
    const x = from.x.map((value, i) => value + step * direction[i]!);
    const gradient = new Float64Array(x.length);
    const value = objective(x, gradient);
    return { step, value, slope: dot(gradient, direction), point: { x, value, gradient } };
  };
  const slack = ROUNDING * Math.abs(start.value);
  const falls = ({ step, value }: Trial) => value <= start.value + SUFFICIENT * step * start.slope + slack;
  const flat = ({ slope }: Trial) => Math.abs(slope) <= -CURVATURE * start.slope;
  let previous = start;
  let step = first;
  for (let trial = 0; trial < MAX_TRIALS; trial++) {
    const next = at(step);
    if (!falls(next) || (trial > 0 && next.value >= previous.value + slack))
      return zoom(at, previous, next, falls, flat, slack);
    if (flat(next)) return next.point;
    if (next.slope >= 0) return zoom(at, next, previous, falls, flat, slack);
    previous = next;
    step *= 2;
  }
  return null;
}

function zoom(
  at: (step: number) => Trial,
  low: Trial,
  high: Trial,
  falls: (trial: Trial) => boolean,
  flat: (trial: Trial) => boolean,
  slack: number,
): LinePoint | null {
  for (let trial = 0; trial < MAX_TRIALS; trial++) {
    const next = at(between(low, high));
    if (!falls(next) || next.value > low.value + slack) high = next;
    else {
      if (flat(next)) return next.point;
      if (next.slope * (high.step - low.step) >= 0) high = low;
      low = next;
    }
  }
  return null;
}

/** Minimum of the cubic through both ends; halfway where that lies near an end or is no number. */
function between(a: Trial, b: Trial): number {
  const span = b.step - a.step;
  const d1 = a.slope + b.slope - (3 * (a.value - b.value)) / (a.step - b.step);
  const d2 = Math.sign(span) * Math.sqrt(d1 * d1 - a.slope * b.slope);
  const part = 1 - (b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2);
  return part > 0.1 && part < 0.9 ? a.step + part * span : a.step + span / 2;
}

interface LbfgsOptions {
  /** It has converged where max |∂f| is not above this. */
  readonly tolerance: number;
  readonly iterations: number;
}

/** Last steps that the curvature is learned from. */
const MEMORY = 10;

export interface Minimum {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradient: number;
  readonly iterations: number;
  readonly converged: boolean;
}

interface CurvaturePair {
  readonly s: Float64Array;
  readonly y: Float64Array;
  readonly rho: number;
}

/**
 * Stops where max |∂f| ≤ `tolerance` (alone convergence), after `iterations`, or where rounding hides lower points. Liu
 * and Nocedal 1989; Nocedal and Wright 2006, 7.4 and 7.5. @throws {RangeError} for a start that is not finite
 */
export function* lbfgs(objective: Objective, start: Float64Array, options: LbfgsOptions): Generator<number, Minimum> {
  let point = evaluate(objective, start);
  if (![point.value, ...point.gradient].every(Number.isFinite))
    throw new RangeError('the function is not finite where the search begins');
  const corrections: CurvaturePair[] = [];
  let iterations = 0;
  while (iterations < options.iterations && largest(point.gradient) > options.tolerance) {
    let next = strongWolfe(objective, point, descent(point.gradient, corrections), firstStep(point, corrections));
    if (!next && corrections.length > 0) {
      corrections.length = 0;
      next = strongWolfe(objective, point, descent(point.gradient, corrections), firstStep(point, corrections));
    }
    if (!next) break;
    remember(corrections, point, next);
    point = next;
    yield ++iterations;
  }
  const gradient = largest(point.gradient);
  return { x: point.x, value: point.value, gradient, iterations, converged: gradient <= options.tolerance };
}

function evaluate(objective: Objective, at: Float64Array) {
  const x = at.slice();
  const gradient = new Float64Array(x.length);
  return { value: objective(x, gradient), x, gradient };
}

function firstStep({ gradient }: LinePoint, corrections: readonly CurvaturePair[]): number {
  return corrections.length > 0 ? 1 : Math.min(1, 1 / Math.sqrt(dot(gradient, gradient)));
}

/** −H g, H being the inverse Hessian that the corrections say: the two-loop recursion. */
function descent(gradient: Float64Array, corrections: readonly CurvaturePair[]): Float64Array {
  const direction = gradient.map((value) => -value);
  const alphas = new Float64Array(corrections.length);
  for (let i = corrections.length - 1; i >= 0; i--) {
    const { s, y, rho } = corrections[i]!;
    alphas[i] = rho * dot(s, direction);
    addTo(direction, -alphas[i]!, y);
  }
  const last = corrections.at(-1);
  if (last) {
    const scale = 1 / (last.rho * dot(last.y, last.y));
    for (let i = 0; i < direction.length; i++) direction[i]! *= scale;
  }
  corrections.forEach(({ s, y, rho }, i) => addTo(direction, alphas[i]! - rho * dot(y, direction), s));
  return direction;
}

function remember(corrections: CurvaturePair[], from: LinePoint, to: LinePoint): void {
  const s = to.x.map((value, i) => value - from.x[i]!);
  const y = to.gradient.map((value, i) => value - from.gradient[i]!);
  const curvature = dot(s, y);
  // Rounding can make it 0 near the minimum, and the direction would not be a number.
  if (!(curvature > 0)) return;
  corrections.push({ s, y, rho: 1 / curvature });
  if (corrections.length > MEMORY) corrections.shift();
}

const largest = (vector: Float64Array): number => vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
