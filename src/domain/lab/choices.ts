import type { Better } from './better';
import { FoldSums } from './fold-sums';

/** What each of several candidates scores for each question, and which of them is best on some of the questions. */
export class Choices {
  private readonly sums: FoldSums;
  private readonly rows: Float64Array[] = [];

  /** @param folds the fold of each question, from 0 */
  constructor(
    private readonly folds: Int32Array,
    private readonly better: Better,
  ) {
    this.sums = new FoldSums(folds, better);
  }

  get candidates(): number {
    return this.rows.length;
  }

  /** @param values one a question; NaN where every candidate leaves the question out */
  add(values: Float64Array): void {
    this.sums.add(values);
    this.rows.push(values);
  }

  values(candidate: number): Float64Array {
    return this.rows[candidate]!;
  }

  /** The best on the questions of all folds but one, or of all folds; the first of equal ones. */
  best(without: number | null = null): number {
    return without === null ? this.sums.best() : this.sums.best(without);
  }

  /** How many candidates are as good as the best on all questions. */
  equalToBest(): number {
    return this.sums.equalToBest();
  }

  /** What each question gets from the candidate that is best on the other folds, and which one that is by fold. */
  heldOut(): { readonly values: Float64Array; readonly chosen: readonly number[] } {
    const chosen = Array.from({ length: this.sums.folds }, (_, fold) => this.best(fold));
    const values = Float64Array.from(this.folds, (fold, q) => this.rows[chosen[fold]!]![q]!);
    return { values, chosen };
  }

  /**
   * The same candidates with the questions dealt to folds in another way.
   *
   * @returns the values of the candidate that is best without two folds, which may be the same one
   */
  dealt(folds: Int32Array): (one: number, other: number) => Float64Array {
    const sums = new FoldSums(folds, this.better);
    for (const row of this.rows) sums.add(row);
    return (one, other) => this.rows[sums.best(one, other)]!;
  }
}
