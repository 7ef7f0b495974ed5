/** Cholesky factor L of a symmetric positive definite matrix A = L Lᵀ, which solves A x = b. */
export class Cholesky {
  private readonly lower: Float64Array;

  /** Reads the lower triangle of a row-major matrix. @throws {RangeError} where it is not positive definite */
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

  /** @returns x of A x = b, as a new array */
  solve(b: Float64Array): Float64Array {
    const { lower, size } = this;
    const x = b.slice();
    for (let i = 0; i < size; i++) {
      let sum = x[i]!;
      for (let k = 0; k < i; k++) sum -= lower[i * size + k]! * x[k]!;
      x[i] = sum / lower[i * size + i]!;
    }
    // Column by column, so that L is read along its rows.
    for (let i = size - 1; i >= 0; i--) {
      const value = x[i]! / lower[i * size + i]!;
      x[i] = value;
      for (let k = 0; k < i; k++) x[k]! -= lower[i * size + k]! * value;
    }
    return x;
  }
}
