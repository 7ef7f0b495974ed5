/**
 * A matrix with a column of ones behind its last, which makes the intercept of a linear model one more coefficient.
 */
export class RowsWithOne {
  readonly count: number;
  readonly width: number;

  /** @param rows row-major matrix, `dimensions` wide */
  constructor(
    private readonly rows: Float32Array,
    private readonly dimensions: number,
  ) {
    this.count = rows.length / dimensions;
    this.width = dimensions + 1;
  }

  /** The product of one row with a vector as wide as the matrix with its ones. */
  dot(row: number, vector: Float64Array): number {
    const { rows, dimensions } = this;
    const at = row * dimensions;
    // Two sums, since each addition waits for the one before.
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

  /** `target += factor · row`. */
  add(row: number, factor: number, target: Float64Array): void {
    const { rows, dimensions } = this;
    const at = row * dimensions;
    for (let i = 0; i < dimensions; i++) target[i]! += factor * rows[at + i]!;
    target[dimensions]! += factor;
  }

  /**
   * `I + factor · Σ x xᵀ` over every `stride`-th row, lower triangle, row-major.
   */
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
