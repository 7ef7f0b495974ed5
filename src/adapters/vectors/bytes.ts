import { encodeBlocks, foldedRows } from '../../domain/retrieval/dense/int8';
import { lengthsOf } from '../../domain/retrieval/dense/metrics';
import { checkWidth } from '../../domain/retrieval/dense/search';
import { shortened, unitRows } from '../../domain/retrieval/dense/shortened';
import type { VectorOptions } from '../../domain/retrieval/dense/vector-search-spec';
import type { KernelMatrix } from './kernel/matrix';
import type { NearIndex } from './near';
import { type Asked, comparisonOf, inRounds, SLACK } from './rounds';
import type { BytesSlice } from './slice';
import type { SearchThreads } from './threads';

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
      // None is missed: no more are kept than are wanted.
      const lists = Array.from(lengths, (_, q) => round.found[q] ?? []);
      return { lists, milliseconds: lengths.map(() => (before + round.milliseconds) / lengths.length) };
    },
  };
}
