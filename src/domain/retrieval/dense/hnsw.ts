import { HnswGraph } from './hnsw-graph';
import { cosineRescorer } from './metrics';
import { checkWidth, type DenseIndex, searchEach } from './search';
import { shortened, unitRows } from './shortened';
import type { VectorOptions } from './vector-search-spec';

/**
 * Approximate search by cosine in a hierarchical navigable small world (Malkov and Yashunin, TPAMI 2020), which finds
 * only what it meets on its way to the question. What it finds is scored exactly, by the numbers in the graph: hits
 * have the scores and the order of exact search over those.
 *
 * @param rows row-major matrix, `dimensions` wide
 * @param progress called with the rows that are in the graph, while it is built
 * @throws {RangeError} for a matrix that is not made of whole rows, and for more dimensions than there are
 */
export function openHnsw(
  rows: Float32Array,
  dimensions: number,
  options: VectorOptions<'hnsw'>,
  progress?: (linked: number) => void,
): DenseIndex & { readonly bytes: number } {
  checkWidth(rows, dimensions);
  const kept = options.dimensions ?? dimensions;
  const prepared = (matrix: Float32Array): Float32Array =>
    kept === dimensions ? matrix : shortened(matrix, dimensions, kept, true);
  const searched = prepared(rows);
  const graph = new HnswGraph(unitRows(searched, kept), kept, options, progress);
  const score = cosineRescorer(searched, kept);
  return {
    bytes: graph.bytes,
    search: (queries, depth, clock) =>
      searchEach(queries, dimensions, clock, (whole) => {
        const query = prepared(whole);
        return score(query, graph.near(unitRows(query, kept), depth), depth);
      }),
  };
}
