import { TopK } from '../retrieval/top-k';
import type { SparseRow } from '../slices/topics/k-means';

export interface Neighbours {
  /** By row, the nearest other rows, the nearest first; shorter where fewer rows have anything in common with it. */
  readonly rows: readonly (readonly number[])[];
  /** Their distances: 1 − cosine, from 0 on. */
  readonly distances: readonly (readonly number[])[];
}

/** Single precision leaves that much between rows that have nothing in common. */
const NOTHING = 1e-6;

/**
 * The nearest rows of each row by cosine, exactly. Rows without anything in common are no neighbours, and equally near
 * ones come in their order.
 *
 * @param rows of length 1 each, or of zeros
 * @param width columns
 * @param step called with the number of rows that are compared
 */
export function nearestRows(
  rows: readonly SparseRow[],
  width: number,
  count: number,
  step: (done: number) => void = () => undefined,
): Neighbours {
  const nearest = rows.map(() => new TopK(count));
  const own = new Float64Array(width);
  rows.forEach((row, i) => {
    scatter(row, own, true);
    for (let j = i + 1; j < rows.length; j++) {
      const cosine = product(rows[j]!, own);
      if (cosine <= NOTHING) continue;
      nearest[i]!.offer(j, cosine);
      nearest[j]!.offer(i, cosine);
    }
    scatter(row, own, false);
    step(i + 1);
  });
  const lists = nearest.map((heap) => heap.drain());
  return {
    rows: lists.map((list) => list.map(({ doc }) => doc)),
    distances: lists.map((list) => list.map(({ score }) => Math.max(0, 1 - score))),
  };
}

function scatter({ columns, values }: SparseRow, into: Float64Array, isSet: boolean): void {
  for (let c = 0; c < columns.length; c++) into[columns[c]!] = isSet ? values[c]! : 0;
}

function product({ columns, values }: SparseRow, dense: Float64Array): number {
  let sum = 0;
  // A row without gaps: its columns need not be looked up.
  if (columns.length === dense.length) for (let c = 0; c < dense.length; c++) sum += values[c]! * dense[c]!;
  else for (let c = 0; c < columns.length; c++) sum += values[c]! * dense[columns[c]!]!;
  return sum;
}
