import type { Better } from './better';

/**
 * What each of several candidates scores for each question, and which of them is best on some of the questions. Values
 * are whole multiples of a power of two, as in `columnsOf`: sums do not depend on the order of adding, so that
 * candidates with the same values are equal.
 */
export class Choices {
  private readonly unit: number;
  /** By candidate: the sum over the questions of each fold. */
  private readonly sums: Float64Array[] = [];
  private readonly rows: Float64Array[] = [];
  private readonly count: number;

  /** @param folds the fold of each question, from 0 */
  constructor(
    private readonly folds: Int32Array,
    private readonly better: Better,
  ) {
    // Room for values of up to 128; what differs by less than 1e-10 on average is equal.
    this.unit = 2 ** (Math.ceil(Math.log2(Math.max(1, folds.length))) - 46);
    this.count = Math.max(...folds) + 1;
  }

  get candidates(): number {
    return this.rows.length;
  }

  /** @param values one a question; NaN where every candidate leaves the question out */
  add(values: Float64Array): void {
    const sums = new Float64Array(this.count);
    for (let q = 0; q < values.length; q++)
      if (!Number.isNaN(values[q]!)) sums[this.folds[q]!]! += Math.round(values[q]! / this.unit);
    this.sums.push(sums);
    this.rows.push(values);
  }

  values(candidate: number): Float64Array {
    return this.rows[candidate]!;
  }

  /** The best on the questions of all folds but one, or of all folds; the first of equal ones. */
  best(without: number | null = null): number {
    const sign = this.better === 'higher' ? 1 : -1;
    const totals = this.sums.map((sums) => sign * this.total(sums, without));
    return totals.reduce((best, total, i) => (total > totals[best]! ? i : best), 0);
  }

  /** How many candidates are as good as the best on all questions. */
  equalToBest(): number {
    const most = this.total(this.sums[this.best()]!, null);
    return this.sums.filter((sums) => this.total(sums, null) === most).length;
  }

  /** What each question gets from the candidate that is best on the other folds, and which one that is by fold. */
  heldOut(): { readonly values: Float64Array; readonly chosen: readonly number[] } {
    const chosen = Array.from({ length: this.count }, (_, fold) => this.best(fold));
    const values = Float64Array.from(this.folds, (fold, q) => this.rows[chosen[fold]!]![q]!);
    return { values, chosen };
  }

  private total(sums: Float64Array, without: number | null): number {
    return sums.reduce((total, sum, fold) => (fold === without ? total : total + sum), 0);
  }
}
