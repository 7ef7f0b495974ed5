import { encodeBlocks, foldedRows } from '../../domain/retrieval/dense/int8';
import { lengthsOf, type MetricName } from '../../domain/retrieval/dense/metrics';
import { checkWidth, openMatrix, shortened, unitRows } from '../../domain/retrieval/dense/search';
import { listedBy, type VectorOptions, type VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';
import { oneAtATime } from '../model/slot';
import { type KernelMatrix, openKernelMatrix } from './kernel/matrix';
import { type Asked, comparisonOf, inRounds, type NearIndex, openNear, SLACK } from './near';
import type { BytesSlice } from './slice';
import { type SearchThreads, createThreads } from './threads';
import { bytesSearched, openVectors, shortenedFor } from '../../domain/retrieval/dense/open-vectors';
import type { TimedLists, ScoredDoc } from '../../domain/retrieval/exact-search';
import type { VectorsAgainstExact, VectorsApi } from '../../contract/workers';
import { canonicalJson } from '../../base/hash';
import { metricStoodInFor, openAgainstExact } from '../../domain/retrieval/dense/against-exact';
import { packRankings } from '../../domain/run/packed';

/** Rows that are scaled to length 1 at a time: a copy of all would take as much memory as they do. */
const BLOCK = 1024;

/** Search among vectors of one byte a number, by the kernel: the hits of {@link openQuantised}, to the last digit. */
export function openBytes(
  matrix: KernelMatrix,
  options: VectorOptions<'quantised'>,
  threads: SearchThreads,
): NearIndex {
  const { arena, rows, count, dimensions } = matrix;
  const { rescore, dimensions: kept = dimensions } = options;
  const prepared = (block: Float32Array): Float32Array =>
    kept === dimensions ? unitRows(block, dimensions) : shortened(block, dimensions, kept, true);
  const codes = arena.take(count * kept + SLACK);
  const blocks = {
    *[Symbol.iterator]() {
      const all = arena.floats(rows, count * dimensions);
      for (let row = 0; row < count; row += BLOCK)
        yield prepared(all.subarray(row * dimensions, (row + BLOCK) * dimensions));
    },
  };
  const ranges = encodeBlocks(blocks, kept, new Int8Array(arena.memory.buffer, codes, count * kept));

  function sliceOf(asked: Asked, best: number, first: number): BytesSlice {
    const folded = foldedRows(prepared(asked.queries), kept, ranges);
    const weights = arena.take(2 * (folded.length * kept + SLACK));
    const written = new Int16Array(arena.memory.buffer, weights, folded.length * kept);
    folded.forEach((each, q) => written.set(each.weights, q * kept));
    return {
      kind: 'bytes',
      ...comparisonOf(matrix, 'cosine', asked, best, first),
      ...{ codes, codedDimensions: kept, weights, first, isRescored: rescore > 0 },
      constants: Float64Array.from(folded, ({ constant }) => constant),
      units: Float64Array.from(folded, ({ unit }) => unit),
    };
  }

  return {
    async search(queries, depth, clock) {
      checkWidth(queries, dimensions);
      const began = clock();
      const lengths = lengthsOf(queries, dimensions);
      const first = Math.min(rescore > 0 ? rescore * depth : depth, count);
      const slice = (asked: Asked): BytesSlice => sliceOf(asked, Math.min(depth, count), first);
      const before = clock() - began;
      const round =
        first > 0
          ? await inRounds(matrix, threads, { queries, lengths }, first, slice, clock)
          : { found: [], milliseconds: 0 };
      const lists = Array.from(lengths, (_, q) => round.found[q] ?? []);
      return { lists, milliseconds: lengths.map(() => (before + round.milliseconds) / lengths.length) };
    },
  };
}

interface Vectors {
  readonly rows: Float32Array;
  readonly dimensions: number;
  readonly matrix: KernelMatrix | null;
  readonly threads: SearchThreads;
}

interface VectorSearcher {
  search(queries: Float32Array, depth: number): Promise<TimedLists>;
  readonly bytes: number;
}

const clock = (): number => performance.now();

/** Where a larger share of the rows is wanted, as in a small collection, to estimate first which they are takes longer. */
const LARGEST_SHARE = 1 / 4;

function exactSearcher({ rows, dimensions, matrix, threads }: Vectors, metric: MetricName): VectorSearcher['search'] {
  const near = matrix && openNear(matrix, metric, threads);
  let plain: ReturnType<typeof openMatrix> | null = null;
  return async (queries, depth) =>
    near && depth <= LARGEST_SHARE * matrix.count
      ? near.search(queries, depth, clock)
      : (plain ??= openMatrix(rows, dimensions, metric)).search(queries, depth, clock);
}

function searcherOf(vectors: Vectors, spec: VectorSearchSpec): VectorSearcher {
  const { rows, dimensions, matrix, threads } = vectors;
  if (spec.kind === 'nearest' && matrix) {
    const kept = spec.dimensions ?? dimensions;
    if (kept === dimensions) return { search: exactSearcher(vectors, spec.metric), bytes: rows.byteLength };
    const cut = shortenedFor(spec, dimensions);
    const short = openKernelMatrix(cut(rows), kept);
    if (short) {
      const index = openNear(short, spec.metric, threads);
      const bytes = bytesSearched(spec, rows.length / dimensions, dimensions);
      return { search: (queries, depth) => index.search(cut(queries), depth, clock), bytes };
    }
  }
  if (spec.kind === 'quantised' && spec.precision === 'int8' && matrix) {
    const index = openBytes(matrix, spec, threads);
    return {
      search: (queries, depth) => index.search(queries, depth, clock),
      bytes: bytesSearched(spec, rows.length / dimensions, dimensions),
    };
  }
  const { search, bytes } = openVectors(rows, dimensions, spec);
  return { search: async (queries, depth) => search(queries, depth, clock), bytes };
}

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

/** @param spawn starts a thread that may share memory; null where there is none */
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

  // They use the same memory, and threads.
  const afterOthers = oneAtATime();

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
        // Recall against exact search is that of what was found, before options cut it.
        const exact = against && (await against(queries, lists, depth));
        return { ...packRankings(lists.map((list) => listedBy(spec, list))), milliseconds, exact };
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
