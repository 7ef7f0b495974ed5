import { floatRows, pickRows, rowCount, type Vectors } from '../../../base/vectors';
import { openInt8, type SearchCodes } from './int8';
import { cosineOf, lengthsOf, type MetricName, rowScorer } from './metrics';
import { checkWidth, type DenseIndex, openMatrix, searchEach, shortened, type TimedLists, unitBlocks } from './search';
import type { VectorOptions, VectorSearchSpec } from './vector-search-spec';
import { type ScoredDoc, TopK } from '../top-k';
import { SvmSolver } from './svm-solver';
import { rocchio } from '../feedback/rocchio';

const precisions = { int8: openInt8, binary: openBinary };

/** With `rescore` the first `rescore · depth` are sorted in whole vectors. @throws {RangeError} for a wrong matrix */
export function openQuantised(rows: Vectors, dimensions: number, options: VectorOptions<'quantised'>): DenseIndex {
  checkWidth(rows, dimensions);
  const { precision, rescore, dimensions: kept = dimensions } = options;
  const search = precisions[precision](unitBlocks(rows, dimensions, kept), rowCount(rows, dimensions), kept);
  const scored = rescore > 0 ? rowScorer(rows, dimensions, 'cosine') : null;
  return {
    search: (queries, depth, clock) =>
      searchEach(queries, dimensions, clock, (query) => {
        const found = search(shortened(query, dimensions, kept, true), scored ? rescore * depth : depth);
        if (!scored) return found;
        const again = scored(query, docsOf(found));
        return again.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, depth);
      }),
  };
}

const docsOf = (list: readonly ScoredDoc[]): number[] => list.map(({ doc }) => doc);

/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998), as LangChain computes it: the first hit has the
 * highest cosine, each next one the highest λ · cos(q, d) − (1 − λ) · max over taken t of cos(d, t), of equal values
 * the higher cosine, then the lower row. Scores are these values, λ · cos(q, d) for the first, raised to the second
 * where it is below; of two equal values the later becomes the next double below, so that sorting by score keeps the
 * order. @throws {RangeError} for λ outside 0 to 1, a matrix not made of whole rows, and questions not as wide
 */
export function openMmr(
  rows: Vectors,
  dimensions: number,
  { lambda, fetchDepth }: Pick<VectorOptions<'mmr'>, 'lambda' | 'fetchDepth'>,
  nearest: SearchVectors = PLAIN.exact(rows, dimensions, 'cosine'),
): SearchVectors {
  if (!(lambda >= 0 && lambda <= 1)) throw new RangeError(`λ is ${lambda}, and not between 0 and 1`);
  return async (queries, depth, clock) => {
    const { lists, milliseconds } = await nearest(queries, fetchDepth, clock);
    const taken = lists.map((candidates, q) => {
      const began = clock();
      const near = floatRows(pickRows(rows, dimensions, docsOf(candidates)), dimensions);
      const list = diversify(near, dimensions, candidates, lambda, depth);
      milliseconds[q]! += clock() - began;
      return list;
    });
    return { lists: taken, milliseconds };
  };
}

/** @param rows those of the candidates */
function diversify(
  rows: Float32Array,
  dimensions: number,
  candidates: readonly ScoredDoc[],
  lambda: number,
  depth: number,
): ScoredDoc[] {
  const taken: ScoredDoc[] = [];
  if (candidates.length === 0 || depth < 1) return taken;
  const lengths = lengthsOf(rows, dimensions);
  const left = candidates.map(({ doc, score }, row) => ({ doc, row, relevance: score, redundancy: -Infinity }));
  let next = 0;
  let value = lambda * candidates[0]!.score;
  // One more than is kept: whether the first is raised must not depend on how many are asked for.
  while (taken.length < depth + 1) {
    const { doc, row } = left.splice(next, 1)[0]!;
    taken.push({ doc, score: value });
    if (left.length === 0) break;
    for (const candidate of left)
      candidate.redundancy = Math.max(candidate.redundancy, similarity(rows, lengths, candidate.row, row));
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

function similarity(rows: Float32Array, lengths: Float64Array, a: number, b: number): number {
  const dimensions = rows.length / lengths.length;
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

const BITS = 32;

/**
 * Binary quantisation as in sentence-transformers (Shakir, Aarsen and Lee 2024): the sign of each number. The score is
 * the cosine of the signs, 1 − 2 · Hamming distance / dimensions; ties in row order.
 */
export function openBinary(blocks: Iterable<Float32Array>, count: number, dimensions: number): SearchCodes {
  const words = wordsOf(dimensions);
  const codes = new Uint32Array(count * words);
  let to = 0;
  for (const block of blocks) {
    const bits = signBits(block, dimensions);
    codes.set(bits, to);
    to += bits.length;
  }
  return (query, depth) => searchBits(codes, signBits(query, dimensions), dimensions, depth);
}

function searchBits(codes: Uint32Array, asked: Uint32Array, dimensions: number, depth: number): ScoredDoc[] {
  const words = asked.length;
  const count = codes.length / words;
  const heap = new TopK(Math.min(depth, count));
  for (let row = 0, at = 0; row < count; row++, at += words) {
    let distance = 0;
    for (let i = 0; i < words; i++) distance += onesOf(codes[at + i]! ^ asked[i]!);
    heap.offer(row, 1 - (2 * distance) / dimensions);
  }
  return heap.drain();
}

const wordsOf = (dimensions: number): number => Math.ceil(dimensions / BITS);

export function signBits(rows: Float32Array, dimensions: number): Uint32Array {
  const words = wordsOf(dimensions);
  const count = rows.length / dimensions;
  const bits = new Uint32Array(count * words);
  for (let row = 0; row < count; row++)
    for (let j = 0; j < dimensions; j++)
      if (rows[row * dimensions + j]! > 0) bits[row * words + (j >>> 5)]! |= 1 << (j & 31);
  return bits;
}

/** How many bits of a 32-bit number are set: in pairs, in fours, in bytes, and their sum by one multiplication. */
function onesOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Exemplar SVM (Malisiewicz, Gupta and Efros, ICCV 2011; Karpathy, “knn_vs_svm”, 2023; LangChain's SVM retriever): the
 * question is the only positive example, all rows are negative; rows rank by `w·d + b`. Minimises ½ (|w|² + b²) + Σᵢ C
 * cᵢ max(0, 1 − tᵢ (w·xᵢ + b))² with balanced class weights cᵢ, as LIBLINEAR but for rounding. Vectors are not
 * normalised. Opening costs about 4 · dimensions³ multiplications, a question some twenty passes over the rows.
 * @throws {RangeError} for C not above 0, and for a matrix not made of whole rows
 */
export function openSvm(rows: Vectors, dimensions: number, c: number): DenseIndex {
  if (!(c > 0 && c < Infinity)) throw new RangeError(`C is ${c}, and not above 0`);
  checkWidth(rows, dimensions);
  const solver = new SvmSolver(floatRows(rows, dimensions), dimensions, c);
  return {
    search: (queries, depth, clock) =>
      searchEach(queries, dimensions, clock, (query) => {
        const { decisions } = solver.solve(query);
        const heap = new TopK(Math.min(depth, decisions.length));
        decisions.forEach((decision, row) => heap.offer(row, decision));
        return heap.drain();
      }),
  };
}

export type SearchVectors = (queries: Float32Array, depth: number, clock: () => number) => Promise<TimedLists>;

/** What others are made of. The kernel has a faster one. */
export interface VectorEngine {
  exact(rows: Vectors, dimensions: number, metric: MetricName): SearchVectors;
  quantised(rows: Vectors, dimensions: number, options: VectorOptions<'quantised'>): SearchVectors;
}

const waited =
  ({ search }: DenseIndex): SearchVectors =>
  (queries, depth, clock) =>
    Promise.resolve(search(queries, depth, clock));

export const PLAIN: VectorEngine = {
  exact: (...matrix) => waited(openMatrix(...matrix)),
  quantised: (...matrix) => waited(openQuantised(...matrix)),
};

export function openVectors(rows: Vectors, dimensions: number, spec: VectorSearchSpec, engine = PLAIN) {
  const bytes = bytesSearched(spec, rows, dimensions);
  // What is quantised shortens by itself: it scores again by whole vectors.
  if (spec.kind === 'quantised') return { search: engine.quantised(rows, dimensions, spec), bytes };
  const kept = spec.dimensions ?? dimensions;
  if (kept === dimensions) return { search: searchBy(spec, rows, dimensions, engine), bytes };
  const cut = (matrix: Vectors): Float32Array => shortened(matrix, dimensions, kept, isScaled(spec));
  const own = searchBy(spec, cut(rows), kept, engine);
  const search: SearchVectors = (queries, depth, clock) => own(cut(queries), depth, clock);
  return { search, bytes };
}

function searchBy(
  spec: Exclude<VectorSearchSpec, { kind: 'quantised' }>,
  rows: Vectors,
  dimensions: number,
  { exact }: VectorEngine,
): SearchVectors {
  if (spec.kind === 'nearest') return exact(rows, dimensions, spec.metric);
  if (spec.kind === 'svm') return waited(openSvm(rows, dimensions, spec.c));
  const nearest = exact(rows, dimensions, 'cosine');
  return spec.kind === 'mmr' ? openMmr(rows, dimensions, spec, nearest) : openRocchio(rows, dimensions, spec, nearest);
}

/** Where vectors are compared by cosine; elsewhere their length counts, and they are taken as they are. */
const isScaled = (spec: VectorSearchSpec): boolean =>
  spec.kind === 'nearest' ? spec.metric === 'cosine' : spec.kind !== 'svm';

function openRocchio(
  rows: Vectors,
  dimensions: number,
  options: VectorOptions<'rocchio'>,
  nearest: SearchVectors,
): SearchVectors {
  return async (queries, depth, clock) => {
    const first = await nearest(queries, options.last > 0 ? depth : Math.max(1, options.first), clock);
    const moved = new Float32Array(queries.length);
    first.lists.forEach((list, q) => {
      const began = clock();
      const at = q * dimensions;
      moved.set(rocchio(queries.subarray(at, at + dimensions), rows, list, options), at);
      first.milliseconds[q]! += clock() - began;
    });
    const { lists, milliseconds } = await nearest(moved, depth, clock);
    return { lists, milliseconds: milliseconds.map((ms, q) => ms + first.milliseconds[q]!) };
  };
}

/** Of a number with single precision, and of a word of bits. */
const WORD = 4;

/**
 * Bytes that a search reads: those of the rows, four a number where it shortens them; int8 one, and two numbers a dimension;
 * binary a bit, in words of 32.
 */
function bytesSearched(spec: VectorSearchSpec, rows: Vectors, dimensions: number): number {
  const kept = spec.dimensions ?? dimensions;
  const count = rowCount(rows, dimensions);
  if (spec.kind !== 'quantised') return kept === dimensions ? rows.byteLength : count * kept * WORD;
  return spec.precision === 'int8' ? count * kept + 2 * WORD * kept : count * wordsOf(kept) * WORD;
}
