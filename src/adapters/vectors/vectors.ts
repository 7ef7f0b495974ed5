import type { VectorsApi, VectorsAgainstExact } from '../../contract/workers';
import { metricStoodInFor, openAgainstExact } from '../../domain/retrieval/dense/against-exact';
import { openVectors, type OpenVectors } from '../../domain/retrieval/dense/open-vectors';
import type { ScoredDoc } from '../../domain/retrieval/exact-search';
import { packRankings } from '../../domain/run/packed';
import { canonicalJson } from '../../base/hash';
import type { VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';

interface Matrix {
  readonly vectors: Float32Array;
  readonly dimensions: number;
}

/** What is searched by a spec, and what compares that with the exact search that it approximates. */
interface Built {
  readonly key: string;
  readonly index: OpenVectors;
  readonly against: ReturnType<typeof openAgainstExact> | null;
}

const clock = (): number => performance.now();

/** Holds one matrix of vectors and searches it. */
export function createVectors(): VectorsApi {
  let open: Matrix | null = null;
  /** The searcher of the latest spec: its questions come in blocks. */
  let latest: Built | null = null;

  function built(
    spec: VectorSearchSpec,
    progress?: (ready: number) => void,
  ): { matrix: Matrix; latest: Built; milliseconds: number } {
    const key = canonicalJson(spec);
    if (!open) throw new Error('vectors are searched before they are opened');
    if (latest?.key === key) return { matrix: open, latest, milliseconds: 0 };
    // Not both at once in memory.
    latest = null;
    const began = clock();
    const index = openVectors(open.vectors, open.dimensions, spec, progress);
    const milliseconds = clock() - began;
    const metric = metricStoodInFor(spec, open.dimensions);
    latest = { key, index, against: metric && openAgainstExact(open.vectors, open.dimensions, metric) };
    return { matrix: open, latest, milliseconds };
  }

  return {
    async open(input) {
      open = input;
      latest = null;
    },
    async build(spec, progress) {
      return built(spec, progress).milliseconds;
    },
    async search({ queries, depth, spec }) {
      const { matrix, latest } = built(spec);
      const { lists, milliseconds } = latest.index.search(queries, depth, clock);
      return { ...packRankings(lists), milliseconds, exact: compared(matrix, latest, queries, lists, depth) };
    },
  };
}

function compared(
  { vectors }: Matrix,
  { index, against }: Built,
  queries: Float32Array,
  lists: readonly (readonly ScoredDoc[])[],
  depth: number,
): VectorsAgainstExact | null {
  if (!against) return null;
  return { ...against(queries, lists, depth, clock), bytes: index.bytes, exactBytes: vectors.byteLength };
}
