type MultiplicityCorrection = (p: readonly (number | null)[]) => (number | null)[];

/** Holm's step-down correction (1979): the i-th smallest of m, times m − i + 1, never below the one before. */
export const holm: MultiplicityCorrection = (p) =>
  corrected(p, (sorted) => {
    let highest = 0;
    return sorted.map((value, i) => (highest = Math.max(highest, Math.min(1, value * (sorted.length - i)))));
  });

/** Benjamini and Hochberg (1995), step-up: the i-th smallest of m, times m / i, never above the one after. */
export const benjaminiHochberg: MultiplicityCorrection = (p) =>
  corrected(p, (sorted) => {
    let lowest = 1;
    return sorted
      .map((value, i) => (value * sorted.length) / (i + 1))
      .reverse()
      .map((value) => (lowest = Math.min(lowest, value)))
      .reverse();
  });

function corrected(p: readonly (number | null)[], correct: (sorted: number[]) => number[]): (number | null)[] {
  const defined = p.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  defined.sort((a, b) => a.value - b.value);
  const found = correct(defined.map(({ value }) => value));
  const result: (number | null)[] = p.map(() => null);
  defined.forEach(({ at }, i) => (result[at] = found[i]!));
  return result;
}
