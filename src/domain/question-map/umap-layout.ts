import { UMAP } from 'umap-js';
import type { SparseRow } from '../slices/topics/k-means';
import { uniform } from '../statistics/random';
import { MIN_MAPPED } from './limits';
import { type Neighbours, nearestRows } from './neighbours';
import { principalPlane } from './principal-plane';

/** A place in a layout; only distances to near ones mean something. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

export interface LayoutStep {
  /** Rows that are compared with all others, or rounds of arranging them. */
  readonly what: 'comparing' | 'arranging';
  readonly done: number;
  readonly total: number;
}

/** Neighbours that shape the layout, the row itself among them: the default of the paper. */
const NEIGHBOURS = 15;
/** Rounds: a layout that begins well needs fewer than one that begins at random. */
const ROUNDS = 250;
/** How close rows may come: dots of a size that can be pointed at must not cover each other. */
const MIN_DISTANCE = 0.4;
/** Half the width of the plane on which a layout begins, times the root of the rows: groups lie no farther apart than needed. */
const EXTENT = 0.25;
/** How much rows that are alike are moved apart there. */
const JITTER = 0.05;

/**
 * Places rows on a plane so that neighbours stay neighbours: UMAP with the exact nearest neighbours by cosine, begun on
 * the plane of the first two principal components, which keeps more of the whole than a random beginning (Kobak and
 * Linderman, “Initialization is critical for preserving global data structure in both t-SNE and UMAP”, 2021). The same
 * rows and seed give the same layout.
 *
 * McInnes, Healy and Melville, “UMAP: Uniform manifold approximation and projection for dimension reduction”, 2018.
 *
 * @param rows of length 1 each, or of zeros
 * @param width columns
 * @returns by row; null for one that has nothing in common with any other. Null where fewer than ten could be placed
 */
export function umapLayout(
  rows: readonly SparseRow[],
  width: number,
  seed: number,
  step: (step: LayoutStep) => void = () => undefined,
): readonly (PlanePoint | null)[] | null {
  const total = rows.length;
  const all = nearestRows(rows, width, NEIGHBOURS - 1, (done) => step({ what: 'comparing', done, total }));
  const placed = [...rows.keys()].filter((i) => all.rows[i]!.length > 0);
  if (placed.length < MIN_MAPPED) return null;
  const places = arranged(
    placed.map((i) => rows[i]!),
    width,
    among(placed, all),
    seed,
    step,
  );
  const at = new Map(placed.map((i, place) => [i, places[place]!]));
  return rows.map((_, i) => at.get(i) ?? null);
}

/** Neighbours by their positions among those that are placed: neighbours of a row are placed where it is. */
function among(placed: readonly number[], { rows, distances }: Neighbours): Neighbours {
  const position = new Map(placed.map((i, place) => [i, place]));
  return {
    rows: placed.map((i) => rows[i]!.map((neighbour) => position.get(neighbour)!)),
    distances: placed.map((i) => distances[i]!),
  };
}

function arranged(
  rows: readonly SparseRow[],
  width: number,
  { rows: near, distances }: Neighbours,
  seed: number,
  step: (step: LayoutStep) => void,
): PlanePoint[] {
  const random = uniform(seed);
  const nNeighbors = Math.min(NEIGHBOURS, rows.length - 1);
  const umap = new UMAP({ nNeighbors, minDist: MIN_DISTANCE, nEpochs: ROUNDS, random });
  // The row itself comes first, and −1 stands for a neighbour that there is not.
  const filled = (own: number, list: readonly number[], none: number): number[] =>
    Array.from({ length: nNeighbors }, (_, i) => (i === 0 ? own : (list[i - 1] ?? none)));
  umap.setPrecomputedKNN(
    near.map((list, i) => filled(i, list, -1)),
    distances.map((list) => filled(0, list, 1)),
  );
  // With the neighbours known, only the number of rows is read.
  umap.initializeFit(rows.map(() => []));
  const layout = umap.getEmbedding();
  const [xs, ys] = principalPlane(rows, width, seed);
  const scale = (EXTENT * Math.sqrt(rows.length)) / (Math.max(...xs.map(Math.abs), ...ys.map(Math.abs)) || 1);
  layout.forEach((place, i) => {
    place[0] = scale * xs[i]! + JITTER * (random() - 0.5);
    place[1] = scale * ys[i]! + JITTER * (random() - 0.5);
  });
  for (let done = 1; done <= ROUNDS; done++) {
    umap.step();
    step({ what: 'arranging', done, total: ROUNDS });
  }
  return umap.getEmbedding().map(([x, y]) => ({ x: x!, y: y! }));
}
