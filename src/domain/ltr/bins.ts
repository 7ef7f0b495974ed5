import { firstWhere } from '../../base/containers';
import { type FeatureMatrix, rowCount } from './matrix';

export type Binned = ReturnType<typeof binFeatures>;

/**
 * Bins of about equal counts, bounds halfway between values; a value that would fill a bin has its own. LightGBM's
 * `GreedyFindBin`, without its bin of 0 and limit of 200,000 rows. @param most bins, 2 to 255 @param fewest rows
 */
export function binFeatures(matrix: FeatureMatrix, most: number, fewest: number) {
  const width = matrix.names.length;
  const rows = rowCount(matrix);
  const bins = new Uint8Array(rows * width);
  const bounds: Float64Array[] = [];
  const column = new Float64Array(rows);
  for (let feature = 0; feature < width; feature++) {
    for (let row = 0; row < rows; row++) column[row] = matrix.values[row * width + feature]!;
    const found = binBounds(column, most, fewest);
    for (let row = 0; row < rows; row++) bins[row * width + feature] = binOf(found, column[row]!);
    bounds.push(found);
  }
  return { bins, bounds };
}

export function binBounds(column: Float64Array, most: number, fewest: number): Float64Array {
  const { values, counts } = countDistinct(column);
  return Float64Array.from(lastOfBins(counts, most, fewest), (i) => between(values[i]!, values[i + 1]!));
}

function countDistinct(column: Float64Array): { values: number[]; counts: number[] } {
  const values: number[] = [];
  const counts: number[] = [];
  for (const value of Float64Array.from(column).sort()) {
    if (values.length > 0 && values.at(-1) === value) counts[counts.length - 1]!++;
    else {
      values.push(value);
      counts.push(1);
    }
  }
  return { values, counts };
}

function lastOfBins(counts: readonly number[], most: number, fewest: number): number[] {
  const ends: number[] = [];
  const total = counts.reduce((sum, count) => sum + count, 0);
  const bins = Math.max(1, Math.min(most, Math.floor(total / Math.max(1, fewest))));
  const fits = counts.length <= most;
  const big = counts.map((count) => !fits && count >= total / bins);
  let restBins = bins - big.filter(Boolean).length;
  let restRows = counts.reduce((sum, count, i) => sum + (big[i] ? 0 : count), 0);
  let size = fits ? fewest : restRows / restBins;
  let inBin = 0;
  for (let i = 0; i < counts.length - 1; i++) {
    inBin += counts[i]!;
    if (!big[i]) restRows -= counts[i]!;
    if (!(big[i] || inBin >= size || (big[i + 1] && inBin >= Math.max(1, size / 2)))) continue;
    ends.push(i);
    if (!fits && ends.length >= bins - 1) break;
    inBin = 0;
    if (!fits && !big[i]) size = restRows / --restBins;
  }
  return ends;
}

/** Halfway, and at least `low` and below `high` where no number lies between them. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle >= low && middle < high ? middle : low;
}

const binOf = (bounds: Float64Array, value: number): number => firstWhere(bounds.length, (i) => value <= bounds[i]!);
