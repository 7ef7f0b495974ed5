import type { VectorSearchSpec } from '../../spec/retrievers';
import { rocchio, type RocchioOptions } from '../feedback/rocchio';
import { openMmr } from './mmr';
import { type DenseIndex, openMatrix } from './search';
import { openSvm } from './svm';

type SearchVectors = DenseIndex['search'];

type Openers = {
  readonly [Kind in VectorSearchSpec['kind']]: (
    rows: Float32Array,
    dimensions: number,
    spec: Extract<VectorSearchSpec, { kind: Kind }>,
  ) => SearchVectors;
};

/** One line a way to search vectors. */
const openers: Openers = {
  nearest: (rows, dimensions, { metric }) => openMatrix(rows, dimensions, metric).search,
  mmr(rows, dimensions, options) {
    const index = openMmr(rows, dimensions);
    return (queries, depth, clock) => index.search(queries, { ...options, depth }, clock);
  },
  svm: (rows, dimensions, { c }) => openSvm(rows, dimensions, c).search,
  rocchio: openRocchio,
};

/**
 * Makes a retriever over vectors ready.
 *
 * @param rows row-major matrix, `dimensions` wide
 */
export function openVectors(rows: Float32Array, dimensions: number, spec: VectorSearchSpec): SearchVectors {
  // The compiler cannot see that the opener and the spec come from the same kind.
  const open = openers[spec.kind] as (rows: Float32Array, dimensions: number, spec: VectorSearchSpec) => SearchVectors;
  return open(rows, dimensions, spec);
}

/** Two searches by cosine: the second with the question moved towards what the first found. */
function openRocchio(rows: Float32Array, dimensions: number, options: RocchioOptions): SearchVectors {
  const index = openMatrix(rows, dimensions, 'cosine');
  return (queries, depth, clock) => {
    const first = index.search(queries, options.last > 0 ? depth : Math.max(1, options.first), clock);
    const moved = new Float32Array(queries.length);
    first.lists.forEach((list, q) => {
      const began = clock();
      const at = q * dimensions;
      moved.set(rocchio(queries.subarray(at, at + dimensions), rows, list, options), at);
      first.milliseconds[q]! += clock() - began;
    });
    const { lists, milliseconds } = index.search(moved, depth, clock);
    return { lists, milliseconds: milliseconds.map((ms, q) => ms + first.milliseconds[q]!) };
  };
}
