import { CorrectedSequence } from '../../src/domain/automatic-judges/corrected-sequence';
import { predictionPowered } from '../../src/domain/automatic-judges/corrected-systems';
import { measureOf } from '../../src/domain/measures/parse';
import { score } from '../../src/domain/measures/score';
import { uniform } from '../../src/domain/statistics/random';
import type { Interval } from '../../src/domain/statistics/types';
import type { Qrels, Run } from '../../src/base/types';

/** Two systems by people and by an automatic judge, question by question. */
export interface JudgedDifferences {
  readonly human: Float64Array;
  readonly automatic: Float64Array;
}

/** What an automatic judge says of a passage. */
type Judge = (passage: {
  readonly grade: number;
  readonly inFirst: boolean;
  readonly inSecond: boolean;
  readonly random: () => number;
}) => number;

/** Grades of a good judge are those of people in four of five passages, and off by one, or relevant, in the others. */
export const JUDGES = {
  copies: ({ inSecond }) => Number(inSecond),
  random: ({ random }) => Math.floor(random() * 3),
  good: ({ grade, random }) => (random() < 0.8 ? grade : random() < 0.5 ? Math.max(0, grade - 1) : grade + 1),
} satisfies Record<string, Judge>;

export type JudgeName = keyof typeof JUDGES;

const DEPTH = 10;

/** Differences first − second by nDCG@10 of two runs, of the questions that both answer and that have judgments. */
export function judgedDifferences(
  [first, second]: readonly [Run, Run],
  qrels: Qrels,
  judge: JudgeName,
  seed: number,
): JudgedDifferences {
  const random = uniform(seed);
  const queries = [...qrels.keys()].filter((query) => first.has(query) && second.has(query));
  const human: Qrels = new Map(queries.map((query) => [query, qrels.get(query)!]));
  const automatic: Qrels = new Map(
    queries.map((query) => {
      const [a, b] = [first, second].map(
        (run) =>
          new Set(
            run
              .get(query)!
              .slice(0, DEPTH)
              .map(({ id }) => id),
          ),
      );
      const pool = [...new Set([...a!, ...b!])];
      const grades = pool.map((id) => {
        const grade = Math.max(0, qrels.get(query)!.get(id) ?? 0);
        return [id, JUDGES[judge]({ grade, inFirst: a!.has(id), inSecond: b!.has(id), random })] as const;
      });
      return [query, new Map(grades)];
    }),
  );
  const differences = (judgments: Qrels): Float64Array => {
    const [a, b] = [first, second].map((run) => score(run, judgments, [measureOf('nDCG@10')]).values.get('nDCG@10')!);
    return a!.map((value, i) => value - b![i]!);
  };
  return { human: differences(human), automatic: differences(automatic) };
}

export interface SimulatedJudging extends JudgedDifferences {
  /** Questions that people judge. */
  readonly judged: number;
  readonly count: number;
  readonly seed: number;
}

export interface Coverage {
  /** Share of samples whose interval has the mean of the questions, and their mean width. */
  readonly covered: number;
  readonly width: number;
}

/** What an interval is made of; `uncorrected` and `withoutRectifier` are what must not be done. */
export const ESTIMATES = {
  corrected: (human, automatic, all) => predictionPowered({ human, automatic, all, alpha: 0.05 })!.interval,
  humanOnly: (human, automatic, all) =>
    predictionPowered({ human, automatic: automatic.map(() => 0), all: all.map(() => 0), alpha: 0.05 })!.interval,
  uncorrected: (_human, _automatic, all) => normalInterval(meanOf(all), all),
  withoutRectifier: (human, automatic, all) => {
    const { mean } = predictionPowered({ human, automatic, all, alpha: 0.05 })!;
    return normalInterval(mean, all);
  },
} satisfies Record<string, (human: Float64Array, automatic: Float64Array, all: Float64Array) => Interval>;

/** Intervals read once, after `judged` questions of a random order. */
export function coverageOnce(
  { human, automatic, judged, count, seed }: SimulatedJudging,
  estimate: keyof typeof ESTIMATES,
): Coverage {
  const random = uniform(seed);
  const truth = meanOf(human);
  let [covered, width] = [0, 0];
  for (let sample = 0; sample < count; sample++) {
    const order = shuffled(human.length, random).slice(0, judged);
    const [low, high] = ESTIMATES[estimate](pick(human, order), pick(automatic, order), automatic);
    covered += Number(low <= truth && truth <= high);
    width += high - low;
  }
  return { covered: covered / count, width: width / count };
}

/** Of samples of samples: N questions are drawn with replacement, of which people judge some; the mean is of all. */
export function populationCoverage({ human, automatic, judged, count, seed }: SimulatedJudging): Coverage {
  const random = uniform(seed);
  const truth = meanOf(human);
  let [covered, width] = [0, 0];
  for (let sample = 0; sample < count; sample++) {
    const drawn = Array.from(human, () => Math.floor(random() * human.length));
    const [own, all] = [pick(human, drawn), pick(automatic, drawn)];
    const [low, high] = predictionPowered({
      human: own.subarray(0, judged),
      automatic: all.subarray(0, judged),
      all,
      alpha: 0.05,
    })!.populationInterval;
    covered += Number(low <= truth && truth <= high);
    width += high - low;
  }
  return { covered: covered / count, width: width / count };
}

export interface AnytimeErrors {
  /** Share of orders in which the interval excluded the mean of the questions at any time. */
  readonly errors: number;
  /** Mean width after `judged` questions. */
  readonly width: number;
}

/** Intervals read after every question, until all are judged. */
export function anytimeErrors({ human, automatic, judged, count, seed }: SimulatedJudging): AnytimeErrors {
  const random = uniform(seed);
  const truth = meanOf(human);
  let [errors, width] = [0, 0];
  for (let sample = 0; sample < count; sample++) {
    const order = shuffled(human.length, random);
    const sequence = new CorrectedSequence({ range: [-1, 1], alpha: 0.05, automatic: pick(automatic, order) });
    let excluded = false;
    order.forEach((question, t) => {
      sequence.add(human[question]!);
      const interval = sequence.interval;
      // Sums of the same values in another order differ by rounding.
      excluded ||= !interval || truth < interval[0] - 1e-9 || truth > interval[1] + 1e-9;
      if (t + 1 === judged && interval) width += interval[1] - interval[0];
    });
    errors += Number(excluded);
  }
  return { errors: errors / count, width: width / count };
}

const pick = (values: Float64Array, order: readonly number[]): Float64Array =>
  Float64Array.from(order, (i) => values[i]!);

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function normalInterval(mean: number, values: Float64Array): Interval {
  const own = meanOf(values);
  const variance = values.reduce((sum, value) => sum + (value - own) ** 2, 0) / (values.length - 1);
  const half = 1.959964 * Math.sqrt(variance / values.length);
  return [mean - half, mean + half];
}

function shuffled(length: number, random: () => number): number[] {
  return Array.from({ length }, (_, i) => ({ i, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ i }) => i);
}
