import type { MetricName } from '../../domain/retrieval/dense/metrics';
import type { KernelMatrix } from './kernel/matrix';
import type { FoundSlice, VectorSlice } from './slice';
import type { FoundRound, SearchThreads } from './threads';

/** More than this is not kept of the questions of a round at once, in bytes. */
const HELD = 64_000_000;

export const [NUMBER, DOUBLE] = [4, 8];

/** Rows of a block, for four questions. */
const WORK = 4 * 128 * NUMBER;

/** Sums of rows and candidates past the last are written too. */
export const SLACK = 16;

export interface Asked {
  readonly queries: Float32Array;
  readonly lengths: Float64Array;
}

/** Rows kept of a question before the worst go: more than are wanted, so that they seldom have to. */
const capacityOf = (wanted: number, count: number): number => Math.min(Math.max(4096, 2 * wanted), count + 1);

/** What every slice has, with the questions in the kernel's memory. @param wanted rows to be found by what is scanned */
export function comparisonOf(matrix: KernelMatrix, metric: MetricName, asked: Asked, best: number, wanted = best) {
  const { arena, functions, rows, count, dimensions, lengths } = matrix;
  const capacity = capacityOf(wanted, count);
  const queries = arena.take(asked.queries.byteLength);
  arena.floats(queries, asked.queries.length).set(asked.queries);
  return {
    ...{ metric, rows, count, dimensions, lengths, queries, capacity, best },
    queryLengths: asked.lengths,
    held: arena.take(asked.lengths.length * functions.heldBytes(capacity)),
    work: arena.take(WORK + SLACK * NUMBER),
    docs: arena.take(NUMBER * (capacity + SLACK)),
    sums: arena.take(DOUBLE * (capacity + SLACK)),
  };
}

/**
 * Searches for all questions, in rounds of as many as memory is kept for, each shared among the threads.
 *
 * @param wanted rows to be found by what is scanned
 */
export async function inRounds(
  matrix: KernelMatrix,
  threads: SearchThreads,
  { queries, lengths }: Asked,
  wanted: number,
  sliceOf: (asked: Asked) => VectorSlice,
  clock: () => number,
): Promise<FoundRound> {
  const { arena, count, dimensions } = matrix;
  const most = Math.max(1, Math.floor(HELD / (16 + 8 * capacityOf(wanted, count))));
  const found: FoundSlice = [];
  let milliseconds = 0;
  for (let first = 0; first < lengths.length; first += most) {
    const questions = Math.min(lengths.length - first, most);
    const slices = threads.parts(questions, questions * count * dimensions).map(
      ({ from, to }) =>
        () =>
          sliceOf({
            queries: queries.subarray((first + from) * dimensions, (first + to) * dimensions),
            lengths: lengths.slice(first + from, first + to),
          }),
    );
    const round = await arena.during(() => threads.search(matrix, slices, clock));
    found.push(...round.found);
    milliseconds += round.milliseconds;
  }
  return { found, milliseconds };
}
