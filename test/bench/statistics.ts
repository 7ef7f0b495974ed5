/**
 * Compares six systems on 5,000 questions with 10,000 resamples and as many sign flips, all 15 pairs by one measure, in a
 * process of its own: once as Hitrate does, once as one writes it first. `tools/bench.mjs` bundles it and runs it both
 * ways.
 *
 *     statistics.js hitrate|naive
 */
import { compare } from '../../src/domain/statistics/compare';
import { peakMegabytes } from './peak-memory';

const SYSTEMS = 6;
const QUESTIONS = 5000;
const RESAMPLES = 10_000;

/** Of every pair, in the order of the systems: the ends of the percentile interval, and p of the sign flips. */
type Found = { low: number; high: number; p: number }[];

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
function hitrate(values: number[][]): Found {
  const { pairs } = compare({
    measure: 'nDCG@10',
    systems: values.map((_, s) => `s${s}`),
    values: values.map((row) => Float64Array.from(row)),
    seed: 42,
    resamples: RESAMPLES,
  });
  return pairs.map(({ ci95, p }) => ({ low: ci95.percentile![0], high: ci95.percentile![1], p: p.randomisation! }));
}

/** A percentile interval and p of the sign flips, pair by pair. */
function naively(values: number[][]): Found {
  return values.flatMap((a, i) =>
    values.slice(i + 1).map((b) => {
      const differences = a.map((value, q) => value - b[q]!);
      const means = Array.from({ length: RESAMPLES }, () => mean(resample(differences))).sort((x, y) => x - y);
      const observed = Math.abs(mean(differences));
      const flipped = Array.from({ length: RESAMPLES }, () => Math.abs(mean(flip(differences))));
      const least = flipped.filter((each) => each >= observed).length;
      return {
        low: means[Math.round(0.025 * RESAMPLES)]!,
        high: means[Math.round(0.975 * RESAMPLES)]!,
        p: (least + 1) / (RESAMPLES + 1),
      };
    }),
  );
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const resample = (values: number[]): number[] => values.map(() => values[Math.floor(Math.random() * values.length)]!);
const flip = (values: number[]): number[] => values.map((value) => (Math.random() < 0.5 ? value : -value));

const values = systems();
const began = performance.now();
const found = process.argv[2] === 'naive' ? naively(values) : hitrate(values);
const milliseconds = performance.now() - began;
console.log(JSON.stringify({ milliseconds, megabytes: peakMegabytes(), found }));
