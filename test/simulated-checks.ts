import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type CheckedRow, lossTests } from '../src/domain/check/loss-tests';
import { uniform } from '../src/domain/statistics/random';
import { sampleValues } from './simulated-verdicts';

/** A system before and now, over a population of questions. */
export interface PopulationRow {
  readonly measure: string;
  readonly before: readonly number[];
  readonly now: readonly number[];
}

export interface SimulatedChecks {
  readonly population: readonly PopulationRow[];
  /** Drawn from the population, with replacement. */
  readonly questions: number;
  /**
   * `exchanged`: for each drawn question chance says which value is the one before: nothing changed. `as-is`: the values
   * as they are.
   */
  readonly values: 'exchanged' | 'as-is';
  readonly margin: number | null;
  readonly checks: number;
  readonly resamples: number;
  readonly seed: number;
}

/** How many checks fail. */
export function failedChecks(simulated: SimulatedChecks): number {
  const { population, questions, values, margin, checks, resamples, seed } = simulated;
  const random = uniform(seed);
  const size = population[0]!.before.length;
  let failed = 0;
  for (let check = 0; check < checks; check++) {
    const drawn = Array.from({ length: questions }, () => ({
      question: Math.floor(random() * size),
      swapped: random() < 0.5 && values === 'exchanged',
    }));
    const column = (row: PopulationRow, own: 'before' | 'now', other: 'before' | 'now'): Float64Array =>
      Float64Array.from(drawn, ({ question, swapped }) => row[swapped ? other : own][question]!);
    const rows = population.map((row, i): CheckedRow => ({
      system: String(i),
      measure: row.measure,
      before: column(row, 'before', 'now'),
      now: column(row, 'now', 'before'),
    }));
    if (lossTests({ rows, margin, seed: check, resamples }).some((test) => test.failed)) failed++;
  }
  return failed;
}

/** With the mean that its values had before, but for a change: what is seen of it is chance and the change. */
export function shifted({ measure, before, now }: PopulationRow, change: number): PopulationRow {
  const mean = (row: readonly number[]): number => row.reduce((sum, value) => sum + value, 0) / row.length;
  const shift = mean(before) - mean(now) + change;
  return { measure, before, now: now.map((value) => value + shift) };
}

interface GoldenValues {
  readonly runs: readonly string[];
  readonly inputs: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
}

/** nDCG@10 and AP of five runs for the 225 questions of Cranfield. */
const cranfield = JSON.parse(
  gunzipSync(readFileSync(new URL('./golden/stats.json.gz', import.meta.url))).toString('utf8'),
) as GoldenValues;

export interface RunPair {
  readonly name: string;
  /** By measure. */
  readonly rows: readonly PopulationRow[];
}

/** Every pair of runs of Cranfield by nDCG@10 and MAP. */
export const cranfieldPairs: readonly RunPair[] = pairsOf(cranfield.runs).map(([a, b]) => ({
  name: `${a} → ${b}`,
  rows: (
    [
      ['nDCG@10', 'ndcg@10'],
      ['MAP', 'ap'],
    ] as const
  ).map(([measure, name]) => ({ measure, before: cranfield.inputs[name]![a]!, now: cranfield.inputs[name]![b]! })),
}));

/** Every pair of systems of the sample by nDCG@10. */
export const samplePairs: readonly RunPair[] = pairsOf(Object.keys(sampleValues)).map(([a, b]) => ({
  name: `${a} → ${b}`,
  rows: [{ measure: 'nDCG@10', before: sampleValues[a]!, now: sampleValues[b]! }],
}));

function pairsOf(ids: readonly string[]): (readonly [string, string])[] {
  return ids.flatMap((a, i) => ids.slice(i + 1).flatMap((b) => [[a, b] as const, [b, a] as const]));
}
