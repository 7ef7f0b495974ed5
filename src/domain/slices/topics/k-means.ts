import { uniform } from '../../statistics/random';

/** A row of a matrix of which most values are 0: columns, ascending, and their values. */
export interface SparseRow {
  readonly columns: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface Clustering {
  /** Cluster of each row, from 0 on. */
  readonly clusters: Int32Array;
  /** Sum of the cosines of rows and the centres of their clusters. */
  readonly cohesion: number;
}

const RESTARTS = 8;
const MAX_ROUNDS = 50;

/**
 * Spherical k-means: clusters of rows by cosine, centres being normalised means. The best of eight runs, each begun by
 * k-means++ (a row is drawn with a probability that grows with its distance to the centres so far). Clusters may become
 * empty. The same rows and seed give the same clusters.
 *
 * Dhillon and Modha, “Concept decompositions for large sparse text data using clustering”, 2001; Arthur and Vassilvitskii,
 * “k-means++: the advantages of careful seeding”, 2007.
 *
 * @param rows of length 1 each, or of zeros
 * @param width columns
 */
export function sphericalKMeans(rows: readonly SparseRow[], width: number, k: number, seed: number): Clustering {
  const random = uniform(seed);
  let best: Clustering | null = null;
  for (let restart = 0; restart < RESTARTS; restart++) {
    const found = improved(rows, width, started(rows, width, k, random));
    if (!best || found.cohesion > best.cohesion) best = found;
  }
  return best!;
}

function started(rows: readonly SparseRow[], width: number, k: number, random: () => number): Float64Array[] {
  const centres = [dense(rows[Math.floor(random() * rows.length)]!, width)];
  const distances = rows.map(() => Infinity);
  while (centres.length < k) {
    rows.forEach((row, i) => (distances[i] = Math.min(distances[i]!, Math.max(0, 1 - cosine(row, centres.at(-1)!)))));
    let left = random() * distances.reduce((sum, distance) => sum + distance, 0);
    const next = distances.findIndex((distance) => (left -= distance) < 0);
    centres.push(dense(rows[next < 0 ? rows.length - 1 : next]!, width));
  }
  return centres;
}

function improved(rows: readonly SparseRow[], width: number, centres: Float64Array[]): Clustering {
  const clusters = new Int32Array(rows.length).fill(-1);
  let cohesion = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let changed = false;
    cohesion = 0;
    rows.forEach((row, i) => {
      const nearest = nearestOf(row, centres);
      cohesion += nearest.cosine;
      changed ||= nearest.cluster !== clusters[i];
      clusters[i] = nearest.cluster;
    });
    if (!changed) break;
    centres = centresOf(rows, width, clusters, centres);
  }
  return { clusters, cohesion };
}

function nearestOf(row: SparseRow, centres: readonly Float64Array[]): { cluster: number; cosine: number } {
  let [cluster, highest] = [0, -Infinity];
  centres.forEach((centre, c) => {
    const value = cosine(row, centre);
    if (value > highest) [cluster, highest] = [c, value];
  });
  return { cluster, cosine: highest };
}

/** Normalised means; an empty cluster keeps its centre. */
function centresOf(
  rows: readonly SparseRow[],
  width: number,
  clusters: Int32Array,
  former: readonly Float64Array[],
): Float64Array[] {
  const sums = former.map(() => new Float64Array(width));
  rows.forEach(({ columns, values }, i) => {
    const sum = sums[clusters[i]!]!;
    for (let j = 0; j < columns.length; j++) sum[columns[j]!]! += values[j]!;
  });
  return sums.map((sum, c) => {
    const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
    return length === 0 ? former[c]! : sum.map((value) => value / length);
  });
}

function cosine({ columns, values }: SparseRow, centre: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < columns.length; j++) sum += values[j]! * centre[columns[j]!]!;
  return sum;
}

function dense({ columns, values }: SparseRow, width: number): Float64Array {
  const row = new Float64Array(width);
  for (let j = 0; j < columns.length; j++) row[columns[j]!] = values[j]!;
  return row;
}
