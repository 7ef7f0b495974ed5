/** A function to minimise: writes the gradient at x over `gradient` and returns the value. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

export interface LinePoint {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
}

interface Trial {
  readonly step: number;
  readonly value: number;
  readonly slope: number;
  readonly point: LinePoint;
}

/** Part of the first slope that the value must fall by. */
const SUFFICIENT = 1e-4;
/** Part of the first slope that may be left. */
const CURVATURE = 0.9;
/** Part of the value that rounding may hide. */
const ROUNDING = 1e-12;
const MAX_TRIALS = 50;

/**
 * Searches along a direction for a step t with the strong Wolfe conditions, f(t) ≤ f(0) + 10⁻⁴ t f′(0) and
 * |f′(t)| ≤ .9 |f′(0)|, the second of which makes the curvature that L-BFGS learns positive. Differences of 10⁻¹² of
 * the value are allowed: by rounding of sums the conditions could otherwise never be met.
 *
 * Nocedal and Wright, “Numerical Optimization”, 2006, algorithms 3.5 and 3.6.
 *
 * @param first the step to begin with
 * @returns null where the direction does not descend or no such step was found
 */
export function strongWolfe(
  objective: Objective,
  from: LinePoint,
  direction: Float64Array,
  first: number,
): LinePoint | null {
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

/** Narrows an interval that holds a step as it is wanted; `low` is its end of the lower value. */
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

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
