import { type FeatureMatrix, rowCount } from './matrix';

/** Mean and standard deviation of each feature over the rows of a training, all questions together. */
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

/** (value − mean) / deviation, rows × features. */
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
