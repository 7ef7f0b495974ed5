const LEAST = 4;
/** Beyond this many the difference is that of rounding. */
const MOST = 12;

/** How many decimals it takes to tell some numbers apart: four, or more where four would make them read the same. */
export function tellingDigits(numbers: readonly number[]): number {
  const isTold = (digits: number): boolean => new Set(numbers.map((each) => each.toFixed(digits))).size === distinct;
  const distinct = new Set(numbers).size;
  for (let digits = LEAST; digits < MOST; digits++) if (isTold(digits)) return digits;
  return MOST;
}
