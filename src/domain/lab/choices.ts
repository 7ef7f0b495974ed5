import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import { DEFAULT_SEED } from '../statistics/significant';
import { heldOutFigure, NestedError } from './figure';
import { FOLDS, type FusionLab } from './lab';

export type Better = 'higher' | 'lower';

/** @throws {RangeError} for a measure of which neither high nor low is better, or which is no mean over questions */
export function objectiveOf(measure: string): Better {
  const { better, aggregate } = definitionOf(measureOf(measure));
  if (better === null) throw new RangeError(`of ${measure} neither high nor low values are better`);
  if (aggregate !== 'mean') throw new RangeError(`${measure} is no mean over questions`);
  return better;
}

/** In whole multiples of a power of two, so exact: candidates with the same values are equal. */
export class FoldSums {
  readonly folds: number;
  private readonly unit: number;
  private readonly sign: number;
  private readonly sums: Float64Array[] = [];

  constructor(
    protected readonly foldOf: Int32Array,
    protected readonly better: Better,
  ) {
    // Room for values of up to 128; what differs by less than 1e-10 on average is equal.
    this.unit = 2 ** (Math.ceil(Math.log2(Math.max(1, foldOf.length))) - 46);
    this.folds = Math.max(...foldOf) + 1;
    this.sign = better === 'higher' ? 1 : -1;
  }

  add(values: Float64Array): void {
    const sums = new Float64Array(this.folds);
    for (let q = 0; q < values.length; q++)
      if (!Number.isNaN(values[q]!)) sums[this.foldOf[q]!]! += Math.round(values[q]! / this.unit);
    this.sums.push(sums);
  }

  /** The best on all folds but those that are left out; the first of equal ones. */
  best(...without: readonly number[]): number {
    const totals = this.sums.map((sums) => this.sign * total(sums, without));
    return totals.reduce((best, each, i) => (each > totals[best]! ? i : best), 0);
  }

  equalToBest(): number {
    const most = total(this.sums[this.best()]!, []);
    return this.sums.filter((sums) => total(sums, []) === most).length;
  }
}

export class Choices extends FoldSums {
  readonly rows: Float64Array[] = [];

  override add(values: Float64Array): void {
    super.add(values);
    this.rows.push(values);
  }

  heldOut(): { readonly values: Float64Array; readonly chosen: readonly number[] } {
    const chosen = Array.from({ length: this.folds }, (_, fold) => this.best(fold));
    const values = Float64Array.from(this.foldOf, (fold, q) => this.rows[chosen[fold]!]![q]!);
    return { values, chosen };
  }

  /** @returns the values of the candidate that is best without two folds, which may be the same one */
  dealt(folds: Int32Array): (one: number, other: number) => Float64Array {
    const sums = new FoldSums(folds, this.better);
    for (const row of this.rows) sums.add(row);
    return (one, other) => this.rows[sums.best(one, other)]!;
  }
}

function total(sums: Float64Array, without: readonly number[]): number {
  let all = 0;
  for (let fold = 0; fold < sums.length; fold++) if (!without.includes(fold)) all += sums[fold]!;
  return all;
}

/** Splits whose nested cross-validations are averaged: with fewer the interval's width depends on them. */
export const SPLITS = 100;

/** Each question is measured by the candidate best on the other folds; intervals by {@link SPLITS} other splits. */
export function* heldOutChoice(lab: FusionLab, choices: Choices, against: Float64Array) {
  const nested = new NestedError(FOLDS);
  for (let split = 1; split <= SPLITS; split++) {
    const folds = lab.foldsBy(DEFAULT_SEED + split);
    const best = choices.dealt(folds);
    nested.add(folds, (one, other) => {
      const row = best(one, other);
      return (question) => row[question]! - against[question]!;
    });
    yield split;
  }
  const { values, chosen } = choices.heldOut();
  return { figure: heldOutFigure(values, against, FOLDS, nested), values, chosen };
}
