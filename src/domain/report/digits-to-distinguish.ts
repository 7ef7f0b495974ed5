const MIN_DIGITS = 4;
const MAX = 12;

/** How many decimals it takes to tell some numbers apart: four, or more where four would make them read the same. */
export function digitsToDistinguish(numbers: readonly number[]): number {
  const isGiven = (digits: number): boolean => new Set(numbers.map((each) => each.toFixed(digits))).size === distinct;
  const distinct = new Set(numbers).size;
  for (let digits = MIN_DIGITS; digits < MAX; digits++) if (isGiven(digits)) return digits;
  return MAX;
}
