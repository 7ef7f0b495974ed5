import type { Better } from './better';

/**
 * Sums of several candidates over the questions of each fold, and which candidate is best without one or two of them.
 * Values are whole multiples of a power of two, as in `columnsOf`: sums do not depend on the order of adding, so that
 * candidates with the same values are equal.
 */
export class FoldSums {
  readonly folds: number;
  private readonly unit: number;
  private readonly sign: number;
  /** By candidate, one sum a fold. */
  private readonly sums: Float64Array[] = [];

  /** @param foldOf the fold of each question, from 0 */
  constructor(
    private readonly foldOf: Int32Array,
    better: Better,
  ) {
    // Room for values of up to 128; what differs by less than 1e-10 on average is equal.
    this.unit = 2 ** (Math.ceil(Math.log2(Math.max(1, foldOf.length))) - 46);
    this.folds = Math.max(...foldOf) + 1;
    this.sign = better === 'higher' ? 1 : -1;
  }

  /** @param values one a question; NaN where every candidate leaves the question out */
  add(values: Float64Array): void {
    const sums = new Float64Array(this.folds);
    for (let q = 0; q < values.length; q++)
      if (!Number.isNaN(values[q]!)) sums[this.foldOf[q]!]! += Math.round(values[q]! / this.unit);
    this.sums.push(sums);
  }

  /** The best on the questions of all folds, or of all but those that are left out; the first of equal ones. */
  best(...without: readonly number[]): number {
    const totals = this.sums.map((sums) => this.sign * total(sums, without));
    return totals.reduce((best, each, i) => (each > totals[best]! ? i : best), 0);
  }

  /** How many candidates are as good as the best on all questions. */
  equalToBest(): number {
    const most = total(this.sums[this.best()]!, []);
    return this.sums.filter((sums) => total(sums, []) === most).length;
  }
}

function total(sums: Float64Array, without: readonly number[]): number {
  let all = 0;
  for (let fold = 0; fold < sums.length; fold++) if (!without.includes(fold)) all += sums[fold]!;
  return all;
}
