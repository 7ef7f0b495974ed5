/**
 * Compares ten systems on 5,000 questions with 10,000 resamples and as many sign flips, all 45 pairs by one measure.
 * `research/bench/parts/statistics.mjs` runs it, and the same by SciPy (`statistics.py`).
 *
 *     statistics.js values|compare
 */
import { compare } from '../../src/domain/statistics/compare';

const SYSTEMS = 10;
const QUESTIONS = 5000;
const RESAMPLES = 10_000;

/** The same in every run of the benchmark: a linear congruential generator (Numerical Recipes). */
function numbers(): () => number {
  let state = 1;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Questions are easy or hard for all systems, which differ by little. */
function systems(): number[][] {
  const random = numbers();
  const difficulty = Array.from({ length: QUESTIONS }, random);
  return Array.from({ length: SYSTEMS }, (_, s) => difficulty.map((each) => 0.7 * each + 0.3 * random() + 0.001 * s));
}

/** Intervals by two methods of pairs and means, all tests, corrections and Tukey: more than what is compared with. */
function compared(values: number[][]): unknown {
  const began = performance.now();
  const { pairs } = compare({
    measure: 'nDCG@10',
    systems: values.map((_, s) => `s${s}`),
    values: values.map((row) => Float64Array.from(row)),
    seed: 42,
    resamples: RESAMPLES,
  });
  const milliseconds = performance.now() - began;
  const found = pairs.map(({ ci95, p }) => ({
    low: ci95.percentile![0],
    high: ci95.percentile![1],
    p: p.randomisation!,
  }));
  return { milliseconds, found };
}

const values = systems();
console.log(JSON.stringify(process.argv[2] === 'values' ? { values, resamples: RESAMPLES } : compared(values)));
