import type { VectorsApi } from '../../contract/vectors';
import { exactSearch } from '../../domain/retrieval/exact-search';
import { packRankings } from '../../domain/run/packed';

/** Holds one matrix of vectors and searches it exactly. */
export function createVectors(): VectorsApi {
  let open: { vectors: Float32Array; dimensions: number } | null = null;

  return {
    async open(input) {
      open = input;
    },
    async search({ queries, depth }) {
      if (!open) throw new Error('vectors are searched before they are opened');
      const { lists, milliseconds } = exactSearch(open.vectors, queries, open.dimensions, depth, () =>
        performance.now(),
      );
      return { ...packRankings(lists), milliseconds };
    },
  };
}
