import { addTo, dot, lengthsOf } from './metrics';

/** Cholesky factor L of a symmetric positive definite matrix A = L Lᵀ, which solves A x = b. */
export class Cholesky {
  private readonly lower: Float64Array;

  constructor(
    matrix: Float64Array,
    private readonly size: number,
  ) {
    const lower = matrix.slice();
    for (let i = 0; i < size; i++) {
      const atI = i * size;
      for (let j = 0; j <= i; j++) {
        const atJ = j * size;
        let sum = lower[atI + j]!;
        for (let k = 0; k < j; k++) sum -= lower[atI + k]! * lower[atJ + k]!;
        if (i > j) lower[atI + j] = sum / lower[atJ + j]!;
        else if (sum > 0) lower[atI + i] = Math.sqrt(sum);
        else throw new RangeError('the matrix is not positive definite');
      }
    }
    this.lower = lower;
  }

  solve(b: Float64Array): Float64Array {
    const { lower, size } = this;
    const x = b.slice();
    for (let i = 0; i < size; i++) {
      let sum = x[i]!;
      for (let k = 0; k < i; k++) sum -= lower[i * size + k]! * x[k]!;
      x[i] = sum / lower[i * size + i]!;
    }
    for (let i = size - 1; i >= 0; i--) {
      const value = x[i]! / lower[i * size + i]!;
      x[i] = value;
      for (let k = 0; k < i; k++) x[k]! -= lower[i * size + k]! * value;
    }
    return x;
  }
}

interface SvmSolution {
  /** `w·d + b` of each row. */
  readonly decisions: Float64Array;
  readonly queryDecision: number;
  /** Length of the gradient. The loss is 1-strongly convex: `(w, b)` is at most so far from the minimiser. */
  readonly gradientNorm: number;
}

/** A gradient that counts as 0, as a share of the lengths that it is the sum of: some hundred roundings. */
const PRECISION = 1e-13;
/** Where rounding keeps the gradient from falling further, this much is still a solution. */
const ACCEPTED = 1e-10;
/** Some ten are enough for vectors of length 1; hundreds are taken where lengths or C make the margin all but hard. */
const MAX_STEPS = 2000;
const MAX_HALVINGS = 50;
/** Rows from which the preconditioner is made, as a multiple of the dimensions. */
const SAMPLE = 4;

interface State {
  /** w, then b. */
  readonly u: Float64Array;
  readonly decisions: Float64Array;
  queryDecision: number;
}

/** Products with the second derivative where a set of rows is active, plus its approximate inverse. */
interface Curvature {
  times(vector: Float64Array): Float64Array;
  inverse(vector: Float64Array): Float64Array;
}

/**
 * Minimises the squared hinge loss by Newton's method in the primal (Chapelle, Neural Computation 2007): conjugate
 * gradients over active rows; one factored preconditioner, updated for each question (Sherman and Morrison).
 */
export class SvmSolver {
  private readonly rows: RowsWithOne;
  private readonly negative: number;
  private readonly positive: number;
  private readonly factor: Cholesky;
  private readonly rowSum: Float64Array;
  private readonly lengthSum: number;

  constructor(rows: Float32Array, dimensions: number, c: number) {
    this.rows = new RowsWithOne(rows, dimensions);
    const { count, width } = this.rows;
    this.positive = c * (count + 1);
    this.negative = count === 0 ? 0 : (c * (count + 1)) / count;
    // A preconditioner may be rough: of many rows a sample shows how all are spread.
    const stride = Math.max(1, Math.floor(count / (SAMPLE * width)));
    this.factor = new Cholesky(this.rows.ridgeGram(this.negative * stride, stride), width);
    this.rowSum = new Float64Array(width);
    for (let row = 0; row < count; row++) this.rows.add(row, 1, this.rowSum);
    this.lengthSum = lengthsOf(rows, dimensions).reduce((sum, length) => sum + Math.hypot(length, 1), 0);
  }

  solve(query: Float32Array): SvmSolution {
    const { rows } = this;
    const q = Float64Array.from({ length: rows.width }, (_, i) => query[i] ?? 1);
    const inverse = this.preconditioner(q);
    const state = this.start(q, inverse);
    // The lengths of what the gradient at 0 is the sum of.
    const scale = this.positive * norm(q) + this.negative * this.lengthSum;
    const active = new Int32Array(rows.count);
    let length = Infinity;
    for (let step = 0; step < MAX_STEPS && Number.isFinite(scale); step++) {
      const { gradient, activeCount } = this.gradient(state, q, active);
      const before = length;
      length = norm(gradient);
      const stuck = length <= ACCEPTED * scale && length > 0.5 * before;
      if (length <= PRECISION * scale || stuck) return this.solution(state, q, length);
      const times = this.hessian(q, active.subarray(0, activeCount), state.queryDecision < 1);
      // Rough steps while rows still become active or cease to be, ever finer ones later.
      const forcing = Math.min(0.1, length / scale);
      const direction = conjugateGradients(
        { times, inverse },
        gradient,
        Math.max(forcing * length, PRECISION * scale * 0.5),
      );
      this.advance(state, direction, q);
    }
    throw new RangeError(
      'the SVM of a question does not converge: its numbers, or those of the rows, are out of range',
    );
  }

  private start(q: Float64Array, inverse: Curvature['inverse']): State {
    const u = inverse(q.map((value, i) => this.positive * value - this.negative * this.rowSum[i]!));
    return { u, decisions: this.decisions(u), queryDecision: dot(u, q) };
  }

  private preconditioner(q: Float64Array): Curvature['inverse'] {
    const solved = this.factor.solve(q);
    const share = this.positive / (1 + this.positive * dot(q, solved));
    return (vector) => {
      const result = this.factor.solve(vector);
      addTo(result, -share * dot(q, result), solved);
      return result;
    };
  }

  private decisions(u: Float64Array): Float64Array {
    return Float64Array.from({ length: this.rows.count }, (_, row) => this.rows.dot(row, u));
  }

  private gradient(
    { u, decisions, queryDecision }: State,
    q: Float64Array,
    active: Int32Array,
  ): { gradient: Float64Array; activeCount: number } {
    const gradient = u.slice();
    let activeCount = 0;
    for (let row = 0; row < decisions.length; row++) {
      const excess = 1 + decisions[row]!;
      if (excess <= 0) continue;
      active[activeCount++] = row;
      this.rows.add(row, this.negative * excess, gradient);
    }
    if (queryDecision < 1) addTo(gradient, -this.positive * (1 - queryDecision), q);
    return { gradient, activeCount };
  }

  private hessian(q: Float64Array, active: Int32Array, queryActive: boolean): Curvature['times'] {
    return (vector) => {
      const result = vector.slice();
      for (let i = 0; i < active.length; i++) {
        const row = active[i]!;
        this.rows.add(row, this.negative * this.rows.dot(row, vector), result);
      }
      if (queryActive) addTo(result, this.positive * dot(q, vector), q);
      return result;
    };
  }

  private advance(state: State, direction: Float64Array, q: Float64Array): void {
    const { u, decisions, queryDecision } = state;
    const slopes = this.decisions(direction);
    const querySlope = dot(direction, q);
    const along = dot(u, direction);
    const square = dot(direction, direction);
    const derivatives = (t: number): { first: number; second: number } => {
      let first = along + t * square;
      let second = square;
      for (let row = 0; row < slopes.length; row++) {
        const slope = slopes[row]!;
        const excess = 1 + decisions[row]! + t * slope;
        if (excess <= 0) continue;
        first += this.negative * excess * slope;
        second += this.negative * slope * slope;
      }
      const gap = 1 - queryDecision - t * querySlope;
      if (gap > 0) {
        first -= this.positive * gap * querySlope;
        second += this.positive * querySlope * querySlope;
      }
      return { first, second };
    };
    const t = rootOfIncreasing(derivatives);
    addTo(u, t, direction);
    addTo(decisions, t, slopes);
    state.queryDecision = queryDecision + t * querySlope;
  }

  private solution({ u }: State, q: Float64Array, gradientNorm: number): SvmSolution {
    return {
      decisions: this.decisions(u),
      queryDecision: dot(u, q),
      gradientNorm,
    };
  }
}

/** @returns p with `H p = −gradient`, up to a residual of the given length */
function conjugateGradients({ times, inverse }: Curvature, gradient: Float64Array, tolerance: number): Float64Array {
  const solution = new Float64Array(gradient.length);
  const residual = gradient.map((value) => -value);
  let conditioned = inverse(residual);
  const direction = conditioned.slice();
  let size = dot(residual, conditioned);
  for (let i = 0; i < 2 * gradient.length && norm(residual) > tolerance; i++) {
    const product = times(direction);
    const step = size / dot(direction, product);
    addTo(solution, step, direction);
    addTo(residual, -step, product);
    conditioned = inverse(residual);
    const next = dot(residual, conditioned);
    const share = next / size;
    size = next;
    for (let k = 0; k < direction.length; k++) direction[k] = conditioned[k]! + share * direction[k]!;
  }
  return solution;
}

/** Where a function that is below 0 at 0, increasing and piecewise linear has its root: Newton's steps, within brackets. */
function rootOfIncreasing(at: (t: number) => { first: number; second: number }): number {
  const enough = 1e-3 * Math.abs(at(0).first);
  let low = 0;
  let high = Infinity;
  let t = 1;
  for (let i = 0; i < MAX_HALVINGS; i++) {
    const { first, second } = at(t);
    if (Math.abs(first) <= enough) break;
    if (first < 0) low = t;
    else high = t;
    t -= first / second;
    if (!(t > low && t < high)) t = (low + high) / 2;
  }
  return t;
}

const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));

/** A matrix with a column of ones behind its last, which makes the intercept of a linear model one more coefficient. */
class RowsWithOne {
  readonly count: number;
  readonly width: number;

  constructor(
    private readonly rows: Float32Array,
    private readonly dimensions: number,
  ) {
    this.count = rows.length / dimensions;
    this.width = dimensions + 1;
  }

  dot(row: number, vector: Float64Array): number {
    const { rows, dimensions } = this;
    const at = row * dimensions;
    let even = vector[dimensions]!;
    let odd = 0;
    let i = 0;
    for (; i + 1 < dimensions; i += 2) {
      even += rows[at + i]! * vector[i]!;
      odd += rows[at + i + 1]! * vector[i + 1]!;
    }
    if (i < dimensions) even += rows[at + i]! * vector[i]!;
    return even + odd;
  }

  add(row: number, factor: number, target: Float64Array): void {
    const { rows, dimensions } = this;
    const at = row * dimensions;
    for (let i = 0; i < dimensions; i++) target[i]! += factor * rows[at + i]!;
    target[dimensions]! += factor;
  }

  /** `I + factor · Σ x xᵀ` over every `stride`-th row, lower triangle, row-major. */
  ridgeGram(factor: number, stride: number): Float64Array {
    const { width, count } = this;
    const gram = new Float64Array(width * width);
    const row = new Float64Array(width);
    for (let r = 0; r < count; r += stride) {
      row.fill(0);
      this.add(r, 1, row);
      for (let i = 0; i < width; i++) {
        const scaled = factor * row[i]!;
        const at = i * width;
        for (let j = 0; j <= i; j++) gram[at + j]! += scaled * row[j]!;
      }
    }
    for (let i = 0; i < width; i++) gram[i * width + i]! += 1;
    return gram;
  }
}
