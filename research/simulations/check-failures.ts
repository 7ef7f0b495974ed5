import { type CheckedRow, lossTests } from '../../src/domain/check/loss-tests';
import { uniform } from '../../src/domain/statistics/random';
import type { PopulationRow } from '../../test/run-values';

export { cranfieldPairs, samplePairs, shifted } from '../../test/run-values';

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
