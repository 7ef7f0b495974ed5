import type { DocId, QueryId } from '../../base/types';

export interface FeatureMatrix {
  readonly names: readonly string[];
  readonly values: Float64Array;
  /** Question q has the rows `offsets[q]` to `offsets[q + 1] − 1`. One longer than there are questions. */
  readonly offsets: Int32Array;
}

export interface TrainingData extends FeatureMatrix {
  readonly questions: readonly QueryId[];
  readonly labels: Float64Array;
}

export interface CandidateMatrix extends TrainingData {
  readonly docs: readonly DocId[];
}

export const rowCount = ({ offsets }: FeatureMatrix): number => offsets.at(-1) ?? 0;

const questionCount = ({ offsets }: FeatureMatrix): number => Math.max(0, offsets.length - 1);

export function checkMatrix(matrix: FeatureMatrix): void {
  const { names, values, offsets } = matrix;
  if (names.length === 0) throw new RangeError('a feature matrix needs a feature');
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) throw new RangeError(`two features are called “${repeated}”`);
  if (offsets[0] !== 0) throw new RangeError('the rows of the first question must begin at 0');
  for (let q = 1; q < offsets.length; q++)
    if (offsets[q]! < offsets[q - 1]!) throw new RangeError(`the rows of question ${q - 1} end before they begin`);
  const rows = rowCount(matrix);
  if (values.length !== rows * names.length)
    throw new RangeError(`${rows} rows of ${names.length} features are not ${values.length} values`);
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0)
    throw new RangeError(
      `feature “${names[wrong % names.length]}” of row ${Math.floor(wrong / names.length)} is ${values[wrong]}`,
    );
}

export function checkTrainingData(data: TrainingData): void {
  checkMatrix(data);
  const { questions, labels } = data;
  if (questions.length !== questionCount(data))
    throw new RangeError(`${questions.length} questions for the rows of ${questionCount(data)}`);
  // A question that is there twice could be held out and trained on at once.
  if (new Set(questions).size !== questions.length) throw new RangeError('a question is there twice');
  if (labels.length !== rowCount(data)) throw new RangeError(`${labels.length} labels for ${rowCount(data)} rows`);
  const wrong = labels.findIndex((label) => !(label >= 0 && Number.isFinite(label)));
  if (wrong >= 0) throw new RangeError(`the label of row ${wrong} is ${labels[wrong]}`);
}

export function selectQuestions(data: TrainingData, chosen: readonly number[]): TrainingData {
  const { names, values, offsets, questions, labels } = data;
  const width = names.length;
  const ends = new Int32Array(chosen.length + 1);
  chosen.forEach((q, i) => (ends[i + 1] = ends[i]! + offsets[q + 1]! - offsets[q]!));
  const selected = {
    names,
    values: new Float64Array(ends.at(-1)! * width),
    offsets: ends,
    questions: chosen.map((q) => questions[q]!),
    labels: new Float64Array(ends.at(-1)!),
  };
  chosen.forEach((q, i) => {
    selected.values.set(values.subarray(offsets[q]! * width, offsets[q + 1]! * width), ends[i]! * width);
    selected.labels.set(labels.subarray(offsets[q], offsets[q + 1]), ends[i]);
  });
  return selected;
}

export function weightedSums(values: Float64Array, weights: ArrayLike<number>, sums: Float64Array): void {
  const width = weights.length;
  for (let row = 0, at = 0; row < sums.length; row++) {
    let sum = 0;
    for (let f = 0; f < width; f++, at++) sum += weights[f]! * values[at]!;
    sums[row] = sum;
  }
}

export interface Standardisation {
  readonly mean: readonly number[];
  /** Of the population (divided by n); 1 for a feature of one value, which becomes 0 and says nothing. */
  readonly deviation: readonly number[];
}

/** Only of the rows of the training: those of a test would leak into the model. */
export function standardisationOf(matrix: FeatureMatrix): Standardisation {
  const rows = rowCount(matrix);
  const columns = matrix.names.map((_, feature) => momentsOf(matrix, feature, rows));
  return { mean: columns.map(({ mean }) => mean), deviation: columns.map(({ deviation }) => deviation) };
}

export function standardise({ values, names }: FeatureMatrix, { mean, deviation }: Standardisation): Float64Array {
  const width = names.length;
  const scaled = new Float64Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const feature = at % width;
    scaled[at] = (values[at]! - mean[feature]!) / deviation[feature]!;
  }
  return scaled;
}

function momentsOf({ values, names }: FeatureMatrix, feature: number, rows: number) {
  const width = names.length;
  const first = values[feature] ?? 0;
  let constant = true;
  let sum = 0;
  for (let at = feature; at < values.length; at += width) {
    sum += values[at]!;
    if (values[at] !== first) constant = false;
  }
  // Rounding would give a constant feature a tiny deviation, and other rows a huge value.
  if (constant) return { mean: first, deviation: 1 };
  const mean = sum / rows;
  let squares = 0;
  for (let at = feature; at < values.length; at += width) squares += (values[at]! - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / rows) };
}
