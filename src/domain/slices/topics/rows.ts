import type { SparseRow } from './k-means';

/** Vectors as rows of length 1. @param vectors row-major */
export function vectorRows(vectors: Float32Array, width: number): SparseRow[] {
  const columns = Int32Array.from({ length: width }, (_, i) => i);
  return Array.from({ length: vectors.length / width }, (_, i) => ({
    columns,
    values: normalised(vectors.subarray(i * width, (i + 1) * width)),
  }));
}

/** Terms of more texts are taken for function words. */
const MAX_SHARE = 0.5;

/**
 * TF-IDF of texts by their different terms, of length 1: ln(N / n) of each term that at least two texts have, and at most
 * half of them. A text without such terms is a row of zeros.
 */
export function tfIdfRows(texts: readonly ReadonlySet<string>[]): {
  readonly rows: readonly SparseRow[];
  readonly width: number;
} {
  const counts = new Map<string, number>();
  for (const terms of texts) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= 2 && count <= MAX_SHARE * texts.length);
  const columnOf = new Map(kept.map(([term], column) => [term, column]));
  const rows = texts.map((terms) => {
    const own = [...terms].filter((term) => columnOf.has(term)).sort((a, b) => columnOf.get(a)! - columnOf.get(b)!);
    return {
      columns: own.map((term) => columnOf.get(term)!),
      values: normalised(own.map((term) => Math.log(texts.length / counts.get(term)!))),
    };
  });
  return { rows, width: kept.length };
}

function normalised(values: ArrayLike<number>): Float64Array {
  const row = Float64Array.from(values);
  const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? row : row.map((value) => value / length);
}
