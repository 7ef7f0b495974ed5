import { layersOf, PROGRESS_EVERY } from '../../domain/retrieval/dense/hnsw-graph';
import { cosineOf, lengthsOf } from '../../domain/retrieval/dense/metrics';
import { type DenseIndex, searchEach } from '../../domain/retrieval/dense/search';
import { shortened, unitRows } from '../../domain/retrieval/dense/shortened';
import type { VectorOptions } from '../../domain/retrieval/dense/vector-search-spec';
import { TopK } from '../../domain/retrieval/top-k';
import { openKernelMatrix, type KernelMatrix } from './kernel/matrix';
import { DOUBLE, NUMBER, SLACK } from './rounds';

/** Rows that are scaled to length 1 at a time. */
const BLOCK = 1024;

/**
 * Approximate search in a graph that the kernel builds and walks: the graph, the hits and the scores are those of
 * {@link openHnsw}. `matrix` may be of another length than the graph, where fewer dimensions are asked for.
 *
 * @param progress called with the rows that are in the graph, while it is built
 * @returns null where the kernel has not as much memory
 */
export function openGraph(
  whole: KernelMatrix,
  options: VectorOptions<'hnsw'>,
  progress: (linked: number) => void = () => undefined,
): (DenseIndex & { readonly bytes: number }) | null {
  const matrix = cutMatrix(whole, options.dimensions ?? whole.dimensions);
  if (!matrix) return null;
  const { arena, functions, rows, count, dimensions } = matrix;
  const { m, efConstruction, efSearch } = options;
  const layers = layersOf(count, m);
  const above = layers.reduce((sum, layer) => sum + layer, 0) * (m + 1);
  const few = Math.max(efConstruction, 2 * m) + 8;
  let found: ReturnType<typeof foundArea>;
  try {
    const units = writeUnitRows(matrix);
    functions.openGraph(
      ...([units, count, dimensions, m, efConstruction] as const),
      writtenTo(matrix, layers),
      writtenTo(matrix, placesOf(layers, m)),
      zeros(matrix, NUMBER * count * (2 * m + 1)),
      zeros(matrix, NUMBER * above),
      zeros(matrix, NUMBER * count),
      arena.take(2 * NUMBER * (count + 4 * few)),
    );
    found = foundArea(matrix, few);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  for (let row = 0; row < count; row += PROGRESS_EVERY) {
    progress(row);
    functions.holdFound(found.rows, found.scores);
    functions.link(row, Math.min(count, row + PROGRESS_EVERY));
  }
  const asked = arena.take(NUMBER * dimensions);
  const exact = arena.take(NUMBER * dimensions);
  let area = { size: few, ...found, sums: arena.take(DOUBLE * (few + SLACK)) };

  function searchFor(query: Float32Array, depth: number) {
    const held = Math.max(efSearch, depth);
    if (held + 2 > area.size)
      area = { size: held + 2, ...foundArea(matrix!, held + 2), sums: arena.take(DOUBLE * (held + 2 + SLACK)) };
    functions.holdFound(area.rows, area.scores);
    arena.floats(asked, dimensions).set(unitRows(query, dimensions));
    arena.floats(exact, dimensions).set(query);
    const near = Math.min(depth, functions.near(asked, held));
    functions.compare(rows, dimensions, exact, area.rows, near, false, area.sums);
    const docs = new Uint32Array(arena.memory.buffer, area.rows, near);
    const sums = arena.doubles(area.sums, near);
    const lengths = arena.doubles(matrix!.lengths, count);
    const [length] = lengthsOf(query, dimensions);
    const heap = new TopK(near);
    docs.forEach((doc, i) => heap.offer(doc, cosineOf(sums[i]!, lengths[doc]!, length!)));
    return heap.drain();
  }

  const cut = (query: Float32Array): Float32Array =>
    dimensions === whole.dimensions ? query : shortened(query, whole.dimensions, dimensions, true);
  return {
    bytes: NUMBER * (count * dimensions + count * (2 * m + 1) + above),
    search: (queries, depth, clock) =>
      searchEach(queries, whole.dimensions, clock, (query) => searchFor(cut(query), depth)),
  };
}

function cutMatrix(whole: KernelMatrix, kept: number): KernelMatrix | null {
  const { arena, rows, count, dimensions } = whole;
  if (kept === dimensions) return whole;
  return openKernelMatrix(shortened(arena.floats(rows, count * dimensions), dimensions, kept, true), kept);
}

/** The rows with length 1, beside those as they are. */
function writeUnitRows({ arena, rows, count, dimensions }: KernelMatrix): number {
  const to = arena.take(NUMBER * count * dimensions);
  const [from, units] = [arena.floats(rows, count * dimensions), arena.floats(to, count * dimensions)];
  for (let at = 0; at < from.length; at += BLOCK * dimensions)
    units.set(unitRows(from.subarray(at, at + BLOCK * dimensions), dimensions), at);
  return to;
}

/** Of each row, where its links above the lowest layer begin. */
function placesOf(layers: Int32Array, m: number): Int32Array {
  let next = 0;
  return layers.map((layer) => {
    const place = next;
    next += layer * (m + 1);
    return place;
  });
}

function writtenTo({ arena }: KernelMatrix, values: Int32Array): number {
  const address = arena.take(values.byteLength);
  new Int32Array(arena.memory.buffer, address, values.length).set(values);
  return address;
}

function zeros({ arena }: KernelMatrix, bytes: number): number {
  const address = arena.take(bytes);
  // An earlier search may have used it.
  new Uint8Array(arena.memory.buffer, address, bytes).fill(0);
  return address;
}

const foundArea = ({ arena }: KernelMatrix, size: number) => ({
  scores: arena.take(NUMBER * (size + SLACK)),
  rows: arena.take(NUMBER * (size + SLACK)),
});
