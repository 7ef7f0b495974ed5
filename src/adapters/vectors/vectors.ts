import { encodeBlocks, foldedRows } from '../../domain/retrieval/dense/int8';
import { lengthsOf } from '../../domain/retrieval/dense/metrics';
import { checkWidth, shortened, unitBlocks } from '../../domain/retrieval/dense/search';
import type { VectorOptions, VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';
import { floatRows, type Vectors } from '../../base/vectors';
import { oneAtATime } from '../model/slot';
import { type KernelMatrix, openKernelMatrix } from './kernel/matrix';
import { openNear } from './near';
import { type Asked, type BytesSlice, comparisonOf, SLACK } from './slice';
import { type SearchThreads, createThreads } from './threads';
import { openVectors, PLAIN, type SearchVectors, type VectorEngine } from '../../domain/retrieval/dense/open-vectors';
import type { ScoredDoc } from '../../domain/retrieval/top-k';
import type { VectorsAgainstExact, VectorsApi } from '../../contract/workers';
import { canonicalJson } from '../../base/hash';
import { metricStoodInFor, openAgainstExact } from '../../domain/retrieval/dense/against-exact';
import { packRankings } from '../../domain/run/packed';

/** Search among vectors of one byte a number, by the kernel: the hits of {@link openQuantised}, to the last digit. */
export function openBytes(
  matrix: KernelMatrix,
  options: VectorOptions<'quantised'>,
  threads: SearchThreads,
): SearchVectors {
  const { arena, vectors, count, dimensions } = matrix;
  const { rescore, dimensions: kept = dimensions } = options;
  const codes = arena.take(count * kept + SLACK);
  const blocks = unitBlocks(vectors, dimensions, kept);
  const ranges = encodeBlocks(blocks, kept, new Int8Array(arena.memory.buffer, codes, count * kept));

  function sliceOf(asked: Asked, best: number, first: number): BytesSlice {
    const folded = foldedRows(shortened(asked.queries, dimensions, kept, true), kept, ranges);
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

  return async (queries, depth, clock) => {
    checkWidth(queries, dimensions);
    const lengths = lengthsOf(queries, dimensions);
    const first = Math.min(rescore > 0 ? rescore * depth : depth, count);
    if (first === 0) return { lists: Array.from(lengths, () => []), milliseconds: lengths.map(() => 0) };
    const slice = (asked: Asked): BytesSlice => sliceOf(asked, Math.min(depth, count), first);
    const { lists, milliseconds } = await threads.search(matrix, { queries, lengths }, slice, clock);
    return { lists: lists.map((list) => list ?? []), milliseconds: lengths.map(() => milliseconds / lengths.length) };
  };
}

interface OpenVectors {
  readonly rows: Vectors;
  readonly dimensions: number;
  readonly matrix: KernelMatrix | null;
}

const clock = (): number => performance.now();

/** Where a larger share of the rows is wanted, as in a small collection, to estimate first which they are takes longer. */
const LARGEST_SHARE = 1 / 4;

/** Search by the kernel, where it bears the vectors. Those that are shortened are another matrix. */
const engineOf = (open: OpenVectors, threads: SearchThreads): VectorEngine => ({
  exact(rows, dimensions, metric) {
    const matrix = rows === open.rows ? open.matrix : openKernelMatrix(rows, dimensions);
    const near = matrix && openNear(matrix, metric, threads);
    let plain: SearchVectors | null = null;
    return (queries, depth, ownClock) => {
      const search = near && depth <= LARGEST_SHARE * matrix.count ? near : null;
      return (search ?? (plain ??= PLAIN.exact(rows, dimensions, metric)))(queries, depth, ownClock);
    };
  },
  quantised: (rows, dimensions, options) =>
    options.precision === 'int8' && open.matrix
      ? openBytes(open.matrix, options, threads)
      : PLAIN.quantised(rows, dimensions, options),
});

interface Built {
  readonly key: string;
  readonly search: SearchVectors;
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
  let open: OpenVectors | null = null;
  /** The searcher of the latest spec: its questions come in blocks. */
  let latest: Built | null = null;

  function built(spec: VectorSearchSpec): { built: Built; milliseconds: number } {
    const key = canonicalJson(spec);
    if (!open) throw new Error('vectors are searched before they are opened');
    if (latest?.key === key) return { built: latest, milliseconds: 0 };
    // Not both at once in memory.
    latest = null;
    const began = clock();
    const engine = engineOf(open, threads);
    const { search, bytes } = openVectors(open.rows, open.dimensions, spec, engine);
    const milliseconds = clock() - began;
    latest = { key, search, against: againstExact(open, spec, engine, bytes) };
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
        open = { rows: matrix?.vectors ?? vectors, dimensions, matrix };
        if (matrix) await warmUp(engineOf(open, threads), matrix);
      }),
    build: (spec) => afterOthers(async () => built(spec).milliseconds),
    search: ({ queries, depth, spec }) =>
      afterOthers(async () => {
        const { search, against } = built(spec).built;
        const { lists, milliseconds } = await search(queries, depth, clock);
        const exact = against && (await against(queries, lists, depth));
        return { ...packRankings(lists), milliseconds, exact };
      }),
  };
}

/** Asks for the first row once: the engine compiles functions of WebAssembly when they are first called. */
async function warmUp({ exact }: VectorEngine, { arena, vectors, dimensions }: KernelMatrix): Promise<void> {
  const first = floatRows(vectors, dimensions, 0, 1).slice();
  await arena.during(() => exact(vectors, dimensions, 'cosine')(first, 1, clock));
}

function againstExact(
  { rows, dimensions }: OpenVectors,
  spec: VectorSearchSpec,
  { exact }: VectorEngine,
  bytes: number,
): Against | null {
  const metric = metricStoodInFor(spec, dimensions);
  if (!metric) return null;
  const search = exact(rows, dimensions, metric);
  const compare = openAgainstExact(rows, dimensions, metric);
  return async (queries, lists, depth) => ({
    ...compare(queries, lists, depth, await search(queries, depth, clock)),
    bytes,
    exactBytes: rows.byteLength,
  });
}
