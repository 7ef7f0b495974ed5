import type { SparseRow } from '../slices/topics/k-means';
import { uniform } from '../statistics/random';

/** Rounds of power iteration: the plane is where a layout begins, so that nearly right is enough. */
const ROUNDS = 40;

/**
 * Coordinates of rows on the plane of their first two principal components, by power iteration. Zeros where the rows do
 * not differ.
 *
 * @param width columns
 * @returns first and second coordinate, by row
 */
export function principalPlane(
  rows: readonly SparseRow[],
  width: number,
  seed: number,
): readonly [Float64Array, Float64Array] {
  const mean = new Float64Array(width);
  for (const row of rows) add(mean, row, 1 / rows.length);
  const random = uniform(seed);
  const first = component(rows, mean, null, random);
  return [coordinates(rows, mean, first), coordinates(rows, mean, component(rows, mean, first, random))];
}

/** The direction of most variance, of length 1, at a right angle to `other`; zeros where there is none. */
function component(
  rows: readonly SparseRow[],
  mean: Float64Array,
  other: Float64Array | null,
  random: () => number,
): Float64Array {
  let direction = unit(
    mean.map(() => random() - 0.5),
    other,
  );
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(mean.length);
    // Coordinates sum to 0, so that the mean of the rows takes no part.
    coordinates(rows, mean, direction).forEach((along, i) => add(next, rows[i]!, along));
    direction = unit(next, other);
  }
  return direction;
}

function coordinates(rows: readonly SparseRow[], mean: Float64Array, direction: Float64Array): Float64Array {
  const centre = mean.reduce((sum, value, column) => sum + value * direction[column]!, 0);
  return Float64Array.from(rows, ({ columns, values }) => {
    let sum = -centre;
    for (let c = 0; c < columns.length; c++) sum += values[c]! * direction[columns[c]!]!;
    return sum;
  });
}

function add(sums: Float64Array, { columns, values }: SparseRow, weight: number): void {
  for (let c = 0; c < columns.length; c++) sums[columns[c]!]! += weight * values[c]!;
}

/** Lengths below are left by rounding where rows do not differ. */
const NO_LENGTH = 1e-9;

function unit(vector: Float64Array, other: Float64Array | null): Float64Array {
  const along = other ? vector.reduce((sum, value, i) => sum + value * other[i]!, 0) : 0;
  const rest = other ? vector.map((value, i) => value - along * other[i]!) : vector;
  const length = Math.sqrt(rest.reduce((sum, value) => sum + value * value, 0));
  return length < NO_LENGTH ? rest.fill(0) : rest.map((value) => value / length);
}
