import type { AbsentPolicy } from './method';
import type { Pool, PooledList } from './pool';

/** A list's scores by pooled document, NaN where the list says nothing. */
export type Columns = readonly Float64Array[];

/** Settles what a list says of a document that it does not have; an empty list has no lowest score and says nothing. */
export function settleAbsent(columns: Columns, absent: AbsentPolicy): Columns {
  if (absent === 'skip') return columns;
  return columns.map((column) => {
    const instead = absent === 'zero' ? 0 : lowest(column);
    const settled = new Float64Array(column.length);
    for (let doc = 0; doc < column.length; doc++) {
      const score = column[doc]!;
      settled[doc] = Number.isNaN(score) ? instead : score;
    }
    return settled;
  });
}

function lowest(column: Float64Array): number {
  let least = Infinity;
  for (let doc = 0; doc < column.length; doc++) if (column[doc]! < least) least = column[doc]!;
  return least === Infinity ? NaN : least;
}

/** For each document Σ wᵢ · scoreᵢ over the columns that say something, added in their order. */
export function addUp(columns: Columns, size: number, absent: AbsentPolicy, weights?: readonly number[]): Float64Array {
  const sums = new Float64Array(size);
  (absent === 'min' ? settleAbsent(columns, absent) : columns).forEach((column, i) => {
    const weight = weights?.[i] ?? 1;
    for (let doc = 0; doc < size; doc++) {
      const score = column[doc]!;
      if (!Number.isNaN(score)) sums[doc]! += weight * score;
    }
  });
  return sums;
}

/** For each document Σ wᵢ over the columns that say something: with weights of 1, how many there are. */
export function weighPresent(columns: Columns, size: number, weights?: readonly number[]): Float64Array {
  const sums = new Float64Array(size);
  columns.forEach((column, i) => {
    const weight = weights?.[i] ?? 1;
    for (let doc = 0; doc < size; doc++) if (!Number.isNaN(column[doc]!)) sums[doc]! += weight;
  });
  return sums;
}

/** For each document the sum of what its lists give to its place in them, counted from 0. */
export function addByPlace(pool: Pool, of: (list: PooledList, i: number) => (place: number) => number): Float64Array {
  const sums = new Float64Array(pool.ids.length);
  pool.lists.forEach((list, i) => {
    const valueAt = of(list, i);
    for (let place = 0; place < list.length; place++) sums[list.docs[place]!]! += valueAt(place);
  });
  return sums;
}
