import type { VectorsApi } from '../../contract/vectors';
import { openVectors } from '../../domain/retrieval/dense/open-vectors';
import { packRankings } from '../../domain/run/packed';
import { canonicalJson } from '../../domain/spec/hash';

/** Holds one matrix of vectors and searches it exactly. */
export function createVectors(): VectorsApi {
  let open: { readonly vectors: Float32Array; readonly dimensions: number } | null = null;
  /** The searcher of the latest spec: its questions come in blocks. */
  let latest: { readonly key: string; readonly search: ReturnType<typeof openVectors> } | null = null;

  return {
    async open(input) {
      open = input;
      latest = null;
    },
    async search({ queries, depth, spec }) {
      if (!open) throw new Error('vectors are searched before they are opened');
      const key = canonicalJson(spec);
      if (latest?.key !== key) latest = { key, search: openVectors(open.vectors, open.dimensions, spec) };
      const { lists, milliseconds } = latest.search(queries, depth, () => performance.now());
      return { ...packRankings(lists), milliseconds };
    },
  };
}
