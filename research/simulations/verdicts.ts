import { Random } from '../../src/domain/statistics/random';
import { comparedSystems, standingsOf } from '../../src/domain/verdict/inference';
import { sampleValues } from '../../test/run-values';

export { sampleValues };

export interface SimulatedVerdicts {
  /** Rows of a population of questions, each with the mean 0: values of a question go together as they do in it. */
  readonly population: readonly (readonly number[])[];
  /** Drawn from the population, with replacement. */
  readonly questions: number;
  /** By system: what is added to its values. */
  readonly advantages: readonly number[];
  readonly dataSets: number;
  readonly resamples: number;
  readonly seed: number;
}

export interface NamedWinners {
  /** Data sets of which one system was named the best. */
  readonly named: number;
  /** Of these, those that named the first system. */
  readonly first: number;
}

/** In how many data sets a single winner is named. */
export function namedWinners(simulated: SimulatedVerdicts): NamedWinners {
  const { population, questions, advantages, dataSets, resamples, seed } = simulated;
  const random = new Random(seed);
  const words = new Uint32Array(questions);
  let [named, first] = [0, 0];
  for (let set = 0; set < dataSets; set++) {
    random.fill(words);
    const drawn = Array.from(words, (word) => Math.floor((word / 2 ** 32) * population[0]!.length));
    const systems = population.map((row, i) => ({
      id: String(i),
      values: Float64Array.from(drawn, (q) => row[q]! + advantages[i]!),
      latency: null,
      ties: null,
      unjudged: null,
    }));
    const options = { seed: set, resamples };
    const compared = comparedSystems({ systems, ...options }, 1);
    const { candidates } = standingsOf(compared, 0, options)!;
    if (candidates.filter(Boolean).length > 1) continue;
    named++;
    if (candidates[0]) first++;
  }
  return { named, first };
}

/** The rows of some systems of the sample, the first one first, each with the mean 0. */
export const centred = (ids: readonly string[]): number[][] =>
  ids.map((id) => {
    const row = sampleValues[id]!;
    const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
    return row.map((value) => value - mean);
  });

/**
 * Systems without a difference that have as much spread as those of the sample: each has for each question the value of
 * one of its systems at random.
 */
export function exchanged(count: number, seed: number): number[][] {
  const rows = Object.values(sampleValues);
  const random = new Random(seed);
  const words = new Uint32Array(rows[0]!.length * count);
  random.fill(words);
  const made = Array.from({ length: count }, (_, i) =>
    rows[0]!.map((_, q) => rows[Math.floor((words[q * count + i]! / 2 ** 32) * rows.length)]![q]!),
  );
  return made.map((row) => {
    const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
    return row.map((value) => value - mean);
  });
}
