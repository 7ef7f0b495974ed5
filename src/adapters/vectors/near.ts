import { lengthsOf, type MetricName } from '../../domain/retrieval/dense/metrics';
import { type DenseIndex, openMatrix } from '../../domain/retrieval/dense/search';
import type { SearchVectors } from '../../domain/retrieval/dense/open-vectors';
import { isEstimable, type KernelMatrix } from './kernel/matrix';
import type { FoundSlice, NearSlice, VectorSlice } from './slice';
import type { FoundRound, SearchThreads } from './threads';

/** More than this is not kept of the questions of a round at once, in bytes. */
const HELD = 64_000_000;

export const [NUMBER, DOUBLE] = [4, 8];

const WORK = 4 * 128 * NUMBER;
/** Rows that are unpacked at a time. */
const UNPACKED = 64;

/** Sums of rows and candidates past the last are written too. */
export const SLACK = 16;

export interface Asked {
  readonly queries: Float32Array;
  readonly lengths: Float64Array;
}

const capacityOf = (wanted: number, count: number): number => Math.min(Math.max(4096, 2 * wanted), count + 1);

export function comparisonOf(matrix: KernelMatrix, metric: MetricName, asked: Asked, best: number, wanted = best) {
  const { arena, functions, rows, bits, count, dimensions, lengths } = matrix;
  const capacity = capacityOf(wanted, count);
  const queries = arena.take(asked.queries.byteLength);
  arena.floats(queries, asked.queries.length).set(asked.queries);
  return {
    ...{ metric, rows, bits, count, dimensions, lengths, queries, capacity, best },
    queryLengths: asked.lengths,
    held: arena.take(asked.lengths.length * functions.heldBytes(capacity)),
    work: arena.take(WORK + (UNPACKED * dimensions + SLACK) * NUMBER),
    docs: arena.take(NUMBER * (capacity + SLACK)),
    sums: arena.take(DOUBLE * (capacity + SLACK)),
  };
}

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

/** Half of the distance between 1 and the next number of single precision. */
const UNIT = 2 ** -24;

/** Roundings of an estimate beside those of its longest sum: of the question, of the last sums, of factor and term. */
const ROUNDINGS = 20;

/**
 * **Why the result is that of {@link openMatrix}.** Let an estimate differ from the score by at most ε. The k best by
 * estimate have scores of at least their k-th estimate less ε, so a row with a score as high has an estimate of at
 * least the k-th less 2 ε. All such rows are kept, scored in exact search's order of operations, and ties broken by its
 * rule. An estimate sums n products with a relative error of u = 2^−24, a quarter of them in a row: ε = (n / 4 + 20) u
 * Σ |qᵢ dᵢ|, the sum being at most |q| |d| (Higham, “Accuracy and Stability of Numerical Algorithms”, 3.1).
 */
export function openNear(matrix: KernelMatrix, metric: MetricName, threads: SearchThreads): SearchVectors {
  const { arena, vectors, count, dimensions, longest } = matrix;
  const factors = arena.take(NUMBER * (count + SLACK));
  const terms = arena.take(NUMBER * (count + SLACK));
  writeScale(matrix, metric, arena.floats(factors, count), arena.floats(terms, count));
  const roundings = (dimensions / 4 + ROUNDINGS) * UNIT * 1.01;
  let plain: DenseIndex | null = null;

  function roomOf(length: number): number {
    if (metric === 'cosine') return 2 * roundings;
    if (metric === 'dot-product') return 2 * roundings * longest;
    const squares = (length + longest) ** 2;
    return 2 * (roundings * (length * longest + longest ** 2) + (dimensions + 16) * 2 ** -52 * squares);
  }

  function sliceOf(asked: Asked, best: number): NearSlice {
    const comparison = comparisonOf(matrix, metric, asked, best);
    let scaled = comparison.queries;
    if (metric !== 'euclidean') {
      scaled = arena.take(asked.queries.byteLength);
      const unit = asked.queries.map((value, i) => value / asked.lengths[Math.floor(i / dimensions)]!);
      arena.floats(scaled, unit.length).set(unit);
    }
    return { kind: 'near', ...comparison, factors, terms, scaled, rooms: asked.lengths.map(roomOf) };
  }

  return async (queries, depth, clock) => {
    const began = clock();
    const queryLengths = lengthsOf(queries, dimensions);
    const questions = queryLengths.length;
    const best = Math.min(depth, count);
    const canEstimate = best > 0 && queryLengths.every(isEstimable);
    const before = clock() - began;
    const round = canEstimate
      ? await inRounds(
          matrix,
          threads,
          { queries, lengths: queryLengths },
          best,
          (asked) => sliceOf(asked, best),
          clock,
        )
      : { found: [], milliseconds: 0 };
    const resumed = clock();
    const lists = Array.from(queryLengths, (_, q) => {
      const list = round.found[q];
      if (list) return list;
      const query = queries.slice(q * dimensions, (q + 1) * dimensions);
      plain ??= openMatrix(vectors, dimensions, metric);
      return plain.search(query, depth, clock).lists[0]!;
    });
    const spent = before + round.milliseconds + clock() - resumed;
    return { lists, milliseconds: new Float64Array(questions).fill(spent / Math.max(1, questions)) };
  };
}

function writeScale(
  { arena, lengths, count }: KernelMatrix,
  metric: MetricName,
  factors: Float32Array,
  terms: Float32Array,
): void {
  arena.doubles(lengths, count).forEach((length, row) => {
    factors[row] = metric === 'cosine' ? (length === 0 ? 0 : 1 / length) : 1;
    terms[row] = metric === 'euclidean' ? -(length * length) / 2 : 0;
  });
}
