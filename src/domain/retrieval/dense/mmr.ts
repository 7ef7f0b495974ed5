import { exactSearch, type ScoredDoc, type TimedLists } from '../exact-search';
import { cosine, cosineOf, lengthsOf } from './metrics';
import { checkWidth } from './search';
import type { VectorOptions } from './vector-search-spec';

/** With the number of hits that are kept: at most as many as there are candidates. */
type MmrOptions = Pick<VectorOptions<'mmr'>, 'lambda' | 'fetchDepth'> & { readonly depth: number };

interface Matrix {
  readonly rows: Float32Array;
  readonly lengths: Float64Array;
  readonly dimensions: number;
}

export interface MmrIndex {
  /**
   * @param queries row-major matrix of questions, as wide as the rows
   * @param clock milliseconds, for the time that each question took
   * @returns hits of each question, in the order in which they were taken, scores descending
   * @throws {RangeError} for λ outside 0 to 1, and for questions that are not as wide as the rows
   */
  search(queries: Float32Array, options: MmrOptions, clock: () => number): TimedLists;
}

/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998): rows that are like the question and unlike the rows
 * already taken. The first is the candidate with the highest cosine, and each next one the candidate with the highest
 *
 *     λ · cos(q, d) − (1 − λ) · max over taken rows t of cos(d, t)
 *
 * where of equal values the candidate with the higher cosine is taken (then the lower row). So LangChain computes it.
 *
 * **Scores.** A hit's score is that value when it was taken, for the first hit λ · cos(q, d): the formula with nothing
 * taken. Values fall from the second hit on, since candidates only get fewer and more like what was taken. The first is
 * raised to the second where it is below (λ near 0, candidates that are opposite). Where two hits have the same value and
 * a sort by score would turn them round, the later is the next double below, so that a run sorted by score keeps the order.
 *
 * @param rows row-major matrix, `dimensions` wide
 * @throws {RangeError} for a matrix that is not made of whole rows
 */
export function openMmr(rows: Float32Array, dimensions: number): MmrIndex {
  checkWidth(rows, dimensions);
  const scoringWith = cosine(rows, dimensions);
  const matrix = { rows, lengths: lengthsOf(rows, dimensions), dimensions };
  return {
    search(queries, { lambda, fetchDepth, depth }, clock) {
      if (!(lambda >= 0 && lambda <= 1)) throw new RangeError(`λ is ${lambda}, and not between 0 and 1`);
      checkWidth(queries, dimensions);
      const found = exactSearch(rows, queries, dimensions, fetchDepth, clock, scoringWith(queries));
      const lists = found.lists.map((candidates, q) => {
        const began = clock();
        const taken = diversify(matrix, candidates, lambda, depth);
        found.milliseconds[q]! += clock() - began;
        return taken;
      });
      return { lists, milliseconds: found.milliseconds };
    },
  };
}

/** @param candidates rows with their cosine to the question, best first */
function diversify(matrix: Matrix, candidates: readonly ScoredDoc[], lambda: number, depth: number): ScoredDoc[] {
  const taken: ScoredDoc[] = [];
  if (candidates.length === 0 || depth < 1) return taken;
  const left = candidates.map(({ doc, score }) => ({ doc, relevance: score, redundancy: -Infinity }));
  let next = 0;
  let value = lambda * candidates[0]!.score;
  // One more than is kept: whether the first is raised must not depend on how many are asked for.
  while (taken.length < depth + 1) {
    const { doc } = left.splice(next, 1)[0]!;
    taken.push({ doc, score: value });
    if (left.length === 0) break;
    for (const candidate of left)
      candidate.redundancy = Math.max(candidate.redundancy, similarity(matrix, candidate.doc, doc));
    const values = left.map(({ relevance, redundancy }) => lambda * relevance - (1 - lambda) * redundancy);
    value = Math.max(...values);
    next = values.indexOf(value);
  }
  return descending(taken).slice(0, depth);
}

function descending(taken: readonly ScoredDoc[]): ScoredDoc[] {
  const hits: ScoredDoc[] = [];
  for (const [i, { doc, score }] of taken.entries()) {
    const last = hits[i - 1];
    if (last === undefined) hits.push({ doc, score: Math.max(score, taken[1]?.score ?? -Infinity) });
    else if (score < last.score || (score === last.score && doc > last.doc)) hits.push({ doc, score });
    else hits.push({ doc, score: nextBelow(last.score) });
  }
  return hits;
}

function similarity({ rows, lengths, dimensions }: Matrix, a: number, b: number): number {
  let product = 0;
  for (let i = 0; i < dimensions; i++) product += rows[a * dimensions + i]! * rows[b * dimensions + i]!;
  return cosineOf(product, lengths[a]!, lengths[b]!);
}

function nextBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  bits[0]! += value > 0 ? -1n : 1n;
  return new Float64Array(bits.buffer)[0]!;
}
