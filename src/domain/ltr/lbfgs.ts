import { dot, type Objective, type LinePoint, strongWolfe } from './line-search';

export type { Objective } from './line-search';

export interface LbfgsOptions {
  /** It has converged where max |∂f| is not above this. */
  readonly tolerance: number;
  readonly iterations: number;
  /** Last steps that the curvature is learned from; 10 if absent. */
  readonly memory?: number;
}

export interface Minimum {
  readonly x: Float64Array;
  readonly value: number;
  /** max |∂f|. */
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
 * Minimises a smooth function by L-BFGS with a strong-Wolfe line search. It stops where max |∂f| ≤ `tolerance`, which
 * alone is convergence, after `iterations` steps, or where the line search finds no lower point even along the
 * gradient, which is where rounding ends what double precision can distinguish. Yields the number of steps after each.
 *
 * Liu and Nocedal, “On the limited memory BFGS method for large scale optimization”, 1989; Nocedal and Wright,
 * “Numerical Optimization”, 2006, algorithms 7.4 and 7.5.
 *
 * @throws {RangeError} where value or gradient are not finite at the start
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
    remember(corrections, point, next, options.memory ?? 10);
    point = next;
    yield ++iterations;
  }
  const gradient = largest(point.gradient);
  return { x: point.x, value: point.value, gradient, iterations, converged: gradient <= options.tolerance };
}

function evaluate(objective: Objective, at: Float64Array): LinePoint {
  const x = at.slice();
  const gradient = new Float64Array(x.length);
  return { value: objective(x, gradient), x, gradient };
}

/** 1, as of Newton's method; at first, when nothing is known of the curvature, a step of length 1 at most. */
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
    addScaled(direction, y, -alphas[i]!);
  }
  const last = corrections.at(-1);
  if (last) {
    const scale = 1 / (last.rho * dot(last.y, last.y));
    for (let i = 0; i < direction.length; i++) direction[i]! *= scale;
  }
  corrections.forEach(({ s, y, rho }, i) => addScaled(direction, s, alphas[i]! - rho * dot(y, direction)));
  return direction;
}

function remember(corrections: CurvaturePair[], from: LinePoint, to: LinePoint, memory: number): void {
  const s = to.x.map((value, i) => value - from.x[i]!);
  const y = to.gradient.map((value, i) => value - from.gradient[i]!);
  const curvature = dot(s, y);
  // Rounding can make it 0 near the minimum, and the direction would not be a number.
  if (!(curvature > 0)) return;
  corrections.push({ s, y, rho: 1 / curvature });
  if (corrections.length > memory) corrections.shift();
}

function addScaled(to: Float64Array, vector: Float64Array, factor: number): void {
  for (let i = 0; i < to.length; i++) to[i]! += factor * vector[i]!;
}

const largest = (vector: Float64Array): number => vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
