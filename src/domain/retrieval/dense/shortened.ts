import { lengthsOf } from './metrics';
import { checkWidth } from './search';

/**
 * The first numbers of every row of a matrix (Kusupati et al., “Matryoshka Representation Learning”, NeurIPS 2022).
 *
 * @param matrix row-major, `dimensions` wide
 * @param first numbers that are kept of each row
 * @param scaled whether each row is given length 1 then, as where it is compared by cosine; a row of zeros stays one
 * @returns row-major, `first` wide
 * @throws {RangeError} for a matrix that is not made of whole rows, or rows that have less than `first` numbers
 */
export function shortened(matrix: Float32Array, dimensions: number, first: number, scaled: boolean): Float32Array {
  checkWidth(matrix, dimensions);
  if (!Number.isInteger(first) || first < 1 || first > dimensions)
    throw new RangeError(`there are no first ${first} numbers of a vector of ${dimensions}`);
  const count = matrix.length / dimensions;
  const rows = new Float32Array(count * first);
  for (let row = 0; row < count; row++)
    rows.set(matrix.subarray(row * dimensions, row * dimensions + first), row * first);
  return scaled ? scaledToOne(rows, first) : rows;
}

/** The rows of a matrix with length 1, as a new matrix; a row of zeros stays one. */
export function unitRows(matrix: Float32Array, dimensions: number): Float32Array {
  checkWidth(matrix, dimensions);
  return scaledToOne(matrix.slice(), dimensions);
}

/** In place. */
function scaledToOne(rows: Float32Array, dimensions: number): Float32Array {
  lengthsOf(rows, dimensions).forEach((length, row) => {
    if (length === 0) return;
    for (let i = row * dimensions; i < (row + 1) * dimensions; i++) rows[i]! /= length;
  });
  return rows;
}
