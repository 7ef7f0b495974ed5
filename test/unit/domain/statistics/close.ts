import { expect } from 'vitest';

/** Equal to a share of the expected value: `toBeCloseTo` counts decimals, of which a small p has none. */
export function expectClose(found: number | null, expected: number, relative = 1e-9): void {
  expect(found, `${found} for ${expected}`).not.toBeNull();
  expect(Math.abs(found! - expected), `${found} for ${expected}`).toBeLessThanOrEqual(relative * Math.abs(expected));
}

export const vector = (...values: number[]): Float64Array => Float64Array.from(values);

/** Numbers from 0 to 1 that are the same in every run: a linear congruential generator (Numerical Recipes). */
export function numbers(length: number, seed = 1): Float64Array {
  let state = seed;
  return new Float64Array(length).map(() => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32);
}

/** A row a system: questions of different difficulty, on which systems differ a little. */
export function systemsOf(count: number, questions: number): Float64Array[] {
  const difficulty = numbers(questions, 7);
  return Array.from({ length: count }, (_, s) =>
    numbers(questions, 100 + s).map((value, q) => 0.7 * difficulty[q]! + 0.3 * value + 0.01 * s),
  );
}
