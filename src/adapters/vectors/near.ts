import { lengthsOf, type MetricName } from '../../domain/retrieval/dense/metrics';
import { type DenseIndex, openMatrix, type TimedLists } from '../../domain/retrieval/dense/search';
import type { SearchVectors } from '../../domain/retrieval/dense/open-vectors';
import { isEstimable, type KernelMatrix } from './kernel/matrix';
import { type Asked, comparisonOf, type NearSlice, NUMBER, SLACK } from './slice';
import type { SearchThreads } from './threads';

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
    const plainly = (asked: Float32Array): TimedLists =>
      (plain ??= openMatrix(vectors, dimensions, metric)).search(asked, depth, clock);
    const lengths = lengthsOf(queries, dimensions);
    const best = Math.min(depth, count);
    if (best === 0 || !lengths.every(isEstimable)) return plainly(queries);
    const found = await threads.search(matrix, { queries, lengths }, (asked) => sliceOf(asked, best), clock);
    const resumed = clock();
    const lists = found.lists.map(
      (list, q) => list ?? plainly(queries.slice(q * dimensions, (q + 1) * dimensions)).lists[0]!,
    );
    const spent = found.milliseconds + clock() - resumed;
    return { lists, milliseconds: lengths.map(() => spent / lengths.length) };
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
