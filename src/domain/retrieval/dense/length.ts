/** Euclidean length of each row of a row-major matrix, summed in double precision. */
export function lengthsOf(rows: Float32Array, dimensions: number): Float64Array {
  const lengths = new Float64Array(rows.length / dimensions);
  for (let row = 0; row < lengths.length; row++) {
    const at = row * dimensions;
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += rows[at + i]! * rows[at + i]!;
    lengths[row] = Math.sqrt(sum);
  }
  return lengths;
}
