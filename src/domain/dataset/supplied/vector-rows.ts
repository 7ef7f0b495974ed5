import { problem, type ProblemPlace, type ProblemLog } from '../problem';

const FIRST_ROWS = 256;

/** Puts vectors together, row by row, and refuses those that nothing could be near to. */
export class VectorRows {
  #values = new Float32Array(0);
  #dimensions = 0;
  #rows = 0;

  constructor(private readonly log: ProblemLog) {}

  /** Width of all rows: that of the first. */
  get dimensions(): number {
    return this.#dimensions;
  }
  get rows(): number {
    return this.#rows;
  }

  /** Takes a vector in; one that is not sound is reported. */
  add(vector: ArrayLike<unknown>, place: ProblemPlace): void {
    if (this.#rows === 0) this.#begin(vector.length);
    const width = this.#dimensions;
    if (vector.length !== width) {
      this.log.add(problem('bad-vector', place, { width: vector.length, expected: width }));
      return;
    }
    if ((this.#rows + 1) * width > this.#values.length) this.#grow();
    const at = this.#rows++ * width;
    for (let i = 0; i < width; i++) {
      const value = vector[i];
      this.#values[at + i] = typeof value === 'number' ? value : NaN;
    }
    const why = unsound(this.#values.subarray(at, at + width));
    if (why !== null) this.log.add(problem('bad-vector', place, why));
  }

  /** All rows, row-major. */
  finish(): Float32Array {
    return this.#values.slice(0, this.#rows * this.#dimensions);
  }

  #begin(width: number): void {
    this.#dimensions = width;
    this.#values = new Float32Array(FIRST_ROWS * width);
  }

  #grow(): void {
    const larger = new Float32Array(this.#values.length * 2);
    larger.set(this.#values);
    this.#values = larger;
  }
}

/** What is wrong with a vector; null where nothing is. */
export function unsound(vector: Float32Array): 'zero' | 'not-finite' | null {
  if (!vector.every(Number.isFinite)) return 'not-finite';
  return vector.some((value) => value !== 0) ? null : 'zero';
}
