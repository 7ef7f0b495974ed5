export interface Kappa {
  readonly items: number;
  /** Share of items with the same grade both times; NaN for no item. */
  readonly observed: number;
  /** Cohen's κ; null where it is not defined, see {@link Kappa.undefined}. */
  readonly kappa: number | null;
  /** κ with weights that grow with the distance of two grades: a 3 and a 2 disagree less than a 3 and a 0. */
  readonly linear: number | null;
  /** Why there is no κ: no items, or one grade alone, with which chance agrees always. */
  readonly undefined: 'no-items' | 'one-grade' | null;
  /** `confusion[first][second]`: how many items had these grades. */
  readonly confusion: readonly (readonly number[])[];
}

/**
 * Cohen's κ = 1 − Σ w·o / Σ w·e over pairs of grades: o is the share of items that have the pair, e what chance gives
 * with the same frequencies of grades, and the weight w is 1 for two different grades (Cohen, “A coefficient of
 * agreement for nominal scales”, 1960) or their distance (Cohen, “Weighted kappa”, 1968). As `cohen_kappa_score` of
 * scikit-learn, which is NaN where this is null.
 *
 * @param pairs whole grades of the first and the second judging
 * @param classes grades are 0 … classes − 1
 * @throws {RangeError} for a grade outside the scale
 */
export function cohensKappa(pairs: readonly (readonly [number, number])[], classes: number): Kappa {
  const confusion = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (const [first, second] of pairs) {
    for (const grade of [first, second])
      if (!Number.isInteger(grade) || grade < 0 || grade >= classes)
        throw new RangeError(`grade ${grade} is not on the scale of 0 to ${classes - 1}`);
    confusion[first]![second]!++;
  }
  const items = pairs.length;
  const equal = confusion.reduce((sum, row, grade) => sum + row[grade]!, 0);
  const nominal = kappaOf(confusion, items, (a, b) => Number(a !== b));
  return {
    items,
    observed: equal / items,
    kappa: nominal,
    linear: kappaOf(confusion, items, (a, b) => Math.abs(a - b)),
    undefined: nominal !== null ? null : items === 0 ? 'no-items' : 'one-grade',
    confusion,
  };
}

/** Null where chance never disagrees: 0 / 0. */
function kappaOf(
  confusion: readonly (readonly number[])[],
  items: number,
  weight: (first: number, second: number) => number,
): number | null {
  const firsts = confusion.map((row) => row.reduce((sum, count) => sum + count, 0));
  const seconds = confusion.map((_, second) => confusion.reduce((sum, row) => sum + row[second]!, 0));
  let [observed, expected] = [0, 0];
  confusion.forEach((row, first) =>
    row.forEach((count, second) => {
      observed += weight(first, second) * count;
      expected += (weight(first, second) * firsts[first]! * seconds[second]!) / items;
    }),
  );
  return expected > 0 ? 1 - observed / expected : null;
}
