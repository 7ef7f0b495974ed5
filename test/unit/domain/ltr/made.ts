import type { TrainingData } from '../../../../src/domain/ltr/matrix';
import { DEFAULT_OPTIONS, type LambdaMartOptions } from '../../../../src/domain/ltr/learned-spec';
import { Random } from '../../../../src/domain/statistics/random';
import { queryId } from '../../../../src/base/types';
import { rowsIn } from '../../../rows';

/** One candidate: its label, then its features. */
export type Row = readonly [label: number, ...features: number[]];

/** Questions `q0`, `q1` … with features `f0`, `f1` …, from the rows of each, as in `1 .5 2, 0 3 4; 1 2 3`. */
export function dataOf(given: readonly (readonly Row[])[] | string): TrainingData {
  const questions = typeof given === 'string' ? given.split('; ').map((rows) => rowsIn<Row>(rows)) : given;
  const rows = questions.flat();
  const offsets = new Int32Array(questions.length + 1);
  questions.forEach((of, q) => (offsets[q + 1] = offsets[q]! + of.length));
  return {
    names: (rows[0] ?? [0, 0]).slice(1).map((_, i) => `f${i}`),
    values: Float64Array.from(rows.flatMap(([, ...features]) => features)),
    offsets,
    questions: questions.map((_, q) => queryId(`q${q}`)),
    labels: Float64Array.from(rows, ([label]) => label),
  };
}

/** Numbers from 0 to 1 that are the same in every run. */
export function uniform(seed: number): () => number {
  const random = new Random(seed);
  const word = new Uint32Array(1);
  return () => {
    random.fill(word);
    return word[0]! / 2 ** 32;
  };
}

/** Questions of `size` candidates, `relevant` of grade 1, 2, …; features are the grade with noise, and noise alone. */
export function noisyQuestions(count: number, size: number, relevant: number, seed: number): TrainingData {
  const next = uniform(seed);
  return dataOf(
    Array.from({ length: count }, () =>
      Array.from({ length: size }, (_, i): Row => {
        const label = Math.max(0, relevant - i);
        return [label, label + 3 * next(), next(), label - 4 * next()];
      }),
    ),
  );
}

/** Trees that are allowed to learn small data by heart. */
export const eager = (options: Partial<LambdaMartOptions> = {}): LambdaMartOptions => ({
  ...DEFAULT_OPTIONS['lambda-mart'],
  minRows: 1,
  minRowsInBin: 1,
  minHessian: 1e-6,
  learningRate: 0.1,
  rounds: 40,
  ...options,
});
