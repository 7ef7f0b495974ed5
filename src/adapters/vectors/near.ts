import { lengthsOf, type MetricName, metrics } from '../../domain/retrieval/dense/metrics';
import { exactSearch, type ScoredDoc, type TimedLists } from '../../domain/retrieval/exact-search';
import { isEstimable, type KernelMatrix } from './kernel/matrix';
import type { NearSlice } from './slice';
import type { SearchThreads } from './threads';

/** Half of the distance between 1 and the next number of single precision. */
const UNIT = 2 ** -24;

/** Roundings of an estimate beside those of its longest sum: of the question, of the last sums, of factor and term. */
const ROUNDINGS = 20;

/** More than this is not kept of a block of questions at once, in bytes. */
const HELD = 64_000_000;

const [NUMBER, DOUBLE] = [4, 8];

/** Rows of a block, for four questions. */
const WORK = 4 * 64 * NUMBER;

/** Sums of rows and candidates past the last are written too. */
const SLACK = 16;

/** Exact search, by the kernel, over vectors in its memory. */
export interface NearIndex {
  search(queries: Float32Array, depth: number, clock: () => number): Promise<TimedLists>;
}

/**
 * **Why the result is that of {@link exactSearch}.** Let an estimate differ from the score by at most ε, in the scale of
 * estimates. The k best by estimate have scores of at least their k-th estimate less ε, so that the k-th score is that high,
 * and a row with a score as high has an estimate of at least the k-th less 2 ε. All such rows are kept, their scores computed
 * in the same order of operations as there, and the best taken by the same rule for ties. An estimate sums n products of
 * numbers with a relative error of u = 2^−24 for each operation, a quarter of them in a row, so that
 * ε = (n / 4 + 20) u Σ |qᵢ dᵢ|, where the sum is at most |q| |d| (Higham, “Accuracy and Stability of Numerical Algorithms”, 3.1).
 */
export function openNear(matrix: KernelMatrix, metric: MetricName, threads: SearchThreads): NearIndex {
  const { arena, rows, count, dimensions, lengths, longest } = matrix;
  const factors = arena.take(NUMBER * (count + SLACK));
  const terms = arena.take(NUMBER * (count + SLACK));
  writeScale(matrix, metric, arena.floats(factors, count), arena.floats(terms, count));
  const vectors = (): Float32Array => arena.floats(rows, count * dimensions);
  const roundings = (dimensions / 4 + ROUNDINGS) * UNIT * 1.01;
  let plain: ReturnType<(typeof metrics)[MetricName]> | null = null;

  /** Twice ε, for a question of a length. */
  function roomOf(length: number): number {
    if (metric === 'cosine') return 2 * roundings;
    if (metric === 'dot-product') return 2 * roundings * longest;
    // The last is of exact search, which sums squares of differences in double precision.
    const squares = (length + longest) ** 2;
    return 2 * (roundings * (length * longest + longest ** 2) + (dimensions + 16) * 2 ** -52 * squares);
  }

  function sliceOf(
    queries: Float32Array,
    queryLengths: Float64Array,
    first: number,
    end: number,
    best: number,
  ): NearSlice {
    const questions = end - first;
    const capacity = Math.min(capacityOf(best), count + 1);
    const held = arena.take(questions * matrix.functions.heldBytes(capacity));
    const own = queries.subarray(first * dimensions, end * dimensions);
    const ownLengths = queryLengths.slice(first, end);
    const asked = arena.take(own.byteLength);
    const scaled = metric === 'euclidean' ? asked : arena.take(own.byteLength);
    arena.floats(asked, own.length).set(own);
    if (metric !== 'euclidean')
      arena.floats(scaled, own.length).set(own.map((value, i) => value / ownLengths[Math.floor(i / dimensions)]!));
    return {
      ...{ metric, rows, count, dimensions, lengths, factors, terms, scaled, best, capacity, held },
      queries: asked,
      queryLengths: ownLengths,
      rooms: ownLengths.map(roomOf),
      work: arena.take(WORK + SLACK * NUMBER),
      docs: arena.take(NUMBER * (capacity + SLACK)),
      sums: arena.take(DOUBLE * (capacity + SLACK)),
    };
  }

  async function estimated(queries: Float32Array, queryLengths: Float64Array, best: number) {
    const bytes = 16 + 8 * capacityOf(best);
    const most = Math.max(1, Math.floor(HELD / bytes));
    const found: (ScoredDoc[] | null)[] = [];
    for (let first = 0; first < queryLengths.length; first += most) {
      const end = Math.min(queryLengths.length, first + most);
      const parts = threads.parts(end - first, (end - first) * count * dimensions);
      const lists = await arena.during(() =>
        threads.search(
          matrix,
          parts.map(({ from, to }) => sliceOf(queries, queryLengths, first + from, first + to, best)),
        ),
      );
      found.push(...lists);
    }
    return found;
  }

  return {
    async search(queries, depth, clock) {
      const began = clock();
      const queryLengths = lengthsOf(queries, dimensions);
      const questions = queryLengths.length;
      const best = Math.min(depth, count);
      const canEstimate = best > 0 && queryLengths.every(isEstimable);
      const found = canEstimate ? await estimated(queries, queryLengths, best) : [];
      const lists = Array.from(queryLengths, (_, q) => {
        const list = found[q];
        if (list) return list;
        const query = queries.slice(q * dimensions, (q + 1) * dimensions);
        plain ??= metrics[metric](vectors(), dimensions);
        return exactSearch(vectors(), query, dimensions, depth, clock, plain(query)).lists[0]!;
      });
      return { lists, milliseconds: new Float64Array(questions).fill((clock() - began) / Math.max(1, questions)) };
    },
  };
}

const capacityOf = (best: number): number => Math.max(4096, 2 * best);

/** An estimate has the order of the score: of the cosine times the length of the question, or of |q|² − |q − d|², halved. */
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
