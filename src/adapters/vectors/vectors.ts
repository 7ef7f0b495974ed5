import type { VectorsAgainstExact, VectorsApi } from '../../contract/workers';
import { canonicalJson } from '../../base/hash';
import { metricStoodInFor, openAgainstExact } from '../../domain/retrieval/dense/against-exact';
import type { VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';
import type { ScoredDoc } from '../../domain/retrieval/exact-search';
import { packRankings } from '../../domain/run/packed';
import { type KernelMatrix, openKernelMatrix } from './kernel/matrix';
import { clock, exactSearcher, type VectorSearcher, searcherOf, type Vectors } from './searcher';
import { createThreads } from './threads';

/** What is searched by a spec, and what compares that with the exact search that it approximates. */
interface Built {
  readonly key: string;
  readonly searcher: VectorSearcher;
  readonly against: Against | null;
}

type Against = (
  queries: Float32Array,
  lists: readonly (readonly ScoredDoc[])[],
  depth: number,
) => Promise<VectorsAgainstExact>;

/**
 * Holds one matrix of vectors and searches it.
 *
 * @param spawn starts a thread that may share memory; null where there is none
 */
export function createVectors(spawn: (() => Worker) | null = null, cores = 1): VectorsApi {
  const threads = createThreads(spawn, cores);
  let open: Vectors | null = null;
  /** The searcher of the latest spec: its questions come in blocks. */
  let latest: Built | null = null;

  function built(spec: VectorSearchSpec): { built: Built; milliseconds: number } {
    const key = canonicalJson(spec);
    if (!open) throw new Error('vectors are searched before they are opened');
    if (latest?.key === key) return { built: latest, milliseconds: 0 };
    // Not both at once in memory.
    latest = null;
    const began = clock();
    const searcher = searcherOf(open, spec);
    const milliseconds = clock() - began;
    latest = { key, searcher, against: againstExact(open, spec, searcher) };
    return { built: latest, milliseconds };
  }

  /** One call after the other: they use the same memory, and threads. */
  let before: Promise<unknown> = Promise.resolve();
  function afterOthers<T>(call: () => Promise<T>): Promise<T> {
    const answer = before.then(call);
    before = answer.catch(() => undefined);
    return answer;
  }

  return {
    open: ({ vectors, dimensions, memory = null }) =>
      afterOthers(async () => {
        open = null;
        latest = null;
        await threads.forget();
        const matrix = openKernelMatrix(vectors, dimensions, memory);
        // Not twice in memory.
        const rows = matrix ? matrix.arena.floats(matrix.rows, vectors.length) : vectors;
        open = { rows, dimensions, matrix, threads };
        if (matrix) await warmUp(open, matrix);
      }),
    build: (spec) => afterOthers(async () => built(spec).milliseconds),
    search: ({ queries, depth, spec }) =>
      afterOthers(async () => {
        const { searcher, against } = built(spec).built;
        const { lists, milliseconds } = await searcher.search(queries, depth);
        return { ...packRankings(lists), milliseconds, exact: against && (await against(queries, lists, depth)) };
      }),
  };
}

/** Asks for the first row once: the engine compiles functions of WebAssembly when they are first called. */
async function warmUp(vectors: Vectors, { arena, count }: KernelMatrix): Promise<void> {
  const first = vectors.rows.slice(0, vectors.dimensions);
  if (count > 0) await arena.during(() => exactSearcher(vectors, 'cosine')(first, 1));
}

function againstExact(vectors: Vectors, spec: VectorSearchSpec, { bytes }: VectorSearcher): Against | null {
  const { rows, dimensions } = vectors;
  const metric = metricStoodInFor(spec, dimensions);
  if (!metric) return null;
  const exact = exactSearcher(vectors, metric);
  const compare = openAgainstExact(rows, dimensions, metric);
  return async (queries, lists, depth) => ({
    ...compare(queries, lists, depth, await exact(queries, depth)),
    bytes,
    exactBytes: rows.byteLength,
  });
}
