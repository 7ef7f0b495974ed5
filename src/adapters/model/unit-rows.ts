/** Scales each row to length 1, so that a dot product is the cosine. A row of zeros stays as it is. */
export function normaliseRows(vectors: Float32Array, dimensions: number): void {
  for (let at = 0; at < vectors.length; at += dimensions) {
    let square = 0;
    for (let d = at; d < at + dimensions; d++) square += vectors[d]! * vectors[d]!;
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let d = at; d < at + dimensions; d++) vectors[d]! *= scale;
  }
}
