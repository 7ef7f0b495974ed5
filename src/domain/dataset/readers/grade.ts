/** Python tools write grades as floats: 1.0 is 1. */
const WHOLE_NUMBER = /^[+-]?\d+(?:\.0*)?$/;

/** A grade as a file writes it, or null where it is not a whole number that can be told from its neighbours. */
export function parseGrade(written: string): number | null {
  const trimmed = written.trim();
  // Adding 0 turns -0 into 0.
  const grade = WHOLE_NUMBER.test(trimmed) ? Number(trimmed) + 0 : NaN;
  return Number.isSafeInteger(grade) ? grade : null;
}
