import { exactSearch, type ScoredDoc } from '../exact-search';
import { BYTE_LANES, openInt8, type SearchCodes } from './int8';
import { cosine, cosineOf, cosineRescorer, lengthsOf } from './metrics';
import { checkWidth, type DenseIndex, openMatrix, searchEach, shortened, unitRows } from './search';
import type { VectorOptions, VectorSearchOf, VectorSearchSpec } from './vector-search-spec';
import { TopK } from '../top-k';
import { SvmSolver } from './svm-solver';
import { rocchio } from '../feedback/rocchio';

const precisions = { int8: openInt8, binary: openBinary };

/** With `rescore` the first `rescore · depth` are sorted in whole vectors. @throws {RangeError} for a wrong matrix */
export function openQuantised(rows: Float32Array, dimensions: number, options: VectorOptions<'quantised'>): DenseIndex {
  checkWidth(rows, dimensions);
  const { precision, rescore, dimensions: kept = dimensions } = options;
  const prepared = (matrix: Float32Array): Float32Array =>
    kept === dimensions ? unitRows(matrix, dimensions) : shortened(matrix, dimensions, kept, true);
  const search = precisions[precision](prepared(rows), kept);
  const rowOf = (matrix: Float32Array, row: number): Float32Array =>
    matrix.subarray(row * dimensions, (row + 1) * dimensions);
  const again = rescore > 0 ? cosineRescorer(rows, dimensions) : null;
  return {
    search(queries, depth, clock) {
      checkWidth(queries, dimensions);
      const count = queries.length / dimensions;
      const milliseconds = new Float64Array(count);
      const lists: ScoredDoc[][] = [];
      for (let first = 0; first < count; first += BYTE_LANES) {
        const began = clock();
        const block = queries.subarray(first * dimensions, (first + BYTE_LANES) * dimensions);
        const found = search(prepared(block), again ? rescore * depth : depth);
        const rescored = again && found.map((list, i) => again(rowOf(block, i), docsOf(list), depth));
        lists.push(...(rescored ?? found));
        milliseconds.fill((clock() - began) / found.length, first, first + found.length);
      }
      return { lists, milliseconds };
    },
  };
}

const docsOf = (list: readonly ScoredDoc[]): number[] => list.map(({ doc }) => doc);

interface Matrix {
  readonly rows: Float32Array;
  readonly lengths: Float64Array;
  readonly dimensions: number;
}

/**
 * Maximal marginal relevance (Carbonell and Goldstein, SIGIR 1998), as LangChain computes it: the first hit has the
 * highest cosine, each next one the highest λ · cos(q, d) − (1 − λ) · max over taken t of cos(d, t), of equal values
 * the higher cosine, then the lower row. Scores are these values, λ · cos(q, d) for the first, raised to the second
 * where it is below; of two equal values the later becomes the next double below, so that sorting by score keeps the
 * order. @throws {RangeError} for λ outside 0 to 1, a matrix not made of whole rows, and questions not as wide
 */
export function openMmr(
  rows: Float32Array,
  dimensions: number,
  { lambda, fetchDepth }: Pick<VectorOptions<'mmr'>, 'lambda' | 'fetchDepth'>,
): DenseIndex {
  if (!(lambda >= 0 && lambda <= 1)) throw new RangeError(`λ is ${lambda}, and not between 0 and 1`);
  checkWidth(rows, dimensions);
  const scoringWith = cosine(rows, dimensions);
  const matrix = { rows, lengths: lengthsOf(rows, dimensions), dimensions };
  return {
    search(queries, depth, clock) {
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

const BITS = 32;

/**
 * Binary quantisation as in sentence-transformers (Shakir, Aarsen and Lee 2024): the sign of each number. The score is
 * the cosine of the signs, 1 − 2 · Hamming distance / dimensions; ties in row order.
 */
export function openBinary(rows: Float32Array, dimensions: number): SearchCodes {
  const words = wordsOf(dimensions);
  const codes = signBits(rows, dimensions);
  return (queries, depth) => {
    const asked = signBits(queries, dimensions);
    return Array.from({ length: asked.length / words }, (_, q) =>
      searchBits(codes, asked.subarray(q * words, (q + 1) * words), dimensions, depth),
    );
  };
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
export function openSvm(rows: Float32Array, dimensions: number, c: number): DenseIndex {
  if (!(c > 0 && c < Infinity)) throw new RangeError(`C is ${c}, and not above 0`);
  checkWidth(rows, dimensions);
  const solver = new SvmSolver(rows, dimensions, c);
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

type SearchVectors = DenseIndex['search'];

type Openers = {
  readonly [Kind in VectorSearchSpec['kind']]: (
    rows: Float32Array,
    dimensions: number,
    spec: VectorSearchOf<Kind>,
  ) => SearchVectors;
};

const openers: Openers = {
  nearest: (rows, dimensions, { metric }) => openMatrix(rows, dimensions, metric).search,
  mmr: (rows, dimensions, options) => openMmr(rows, dimensions, options).search,
  svm: (rows, dimensions, { c }) => openSvm(rows, dimensions, c).search,
  rocchio: openRocchio,
  quantised: (rows, dimensions, options) => openQuantised(rows, dimensions, options).search,
};

export function openVectors(rows: Float32Array, dimensions: number, spec: VectorSearchSpec) {
  const search = openPlain(rows, dimensions, spec);
  return { search, bytes: bytesSearched(spec, rows.length / dimensions, dimensions) };
}

function openPlain(rows: Float32Array, dimensions: number, spec: VectorSearchSpec): SearchVectors {
  const open = openers[spec.kind] as (rows: Float32Array, dimensions: number, spec: VectorSearchSpec) => SearchVectors;
  const kept = spec.dimensions ?? dimensions;
  // What is quantised shortens by itself: it scores again by whole vectors.
  if (kept === dimensions || spec.kind === 'quantised') return open(rows, dimensions, spec);
  const cut = shortenedFor(spec, dimensions);
  const search = open(cut(rows), kept, spec);
  return (queries, depth, clock) => search(cut(queries), depth, clock);
}

export const shortenedFor =
  (spec: VectorSearchSpec, dimensions: number) =>
  (matrix: Float32Array): Float32Array =>
    shortened(matrix, dimensions, spec.dimensions ?? dimensions, isScaled(spec));

/** Where vectors are compared by cosine; elsewhere their length counts, and they are taken as they are. */
const isScaled = (spec: VectorSearchSpec): boolean =>
  spec.kind === 'nearest' ? spec.metric === 'cosine' : spec.kind !== 'svm';

function openRocchio(rows: Float32Array, dimensions: number, options: VectorOptions<'rocchio'>): SearchVectors {
  const index = openMatrix(rows, dimensions, 'cosine');
  return (queries, depth, clock) => {
    const first = index.search(queries, options.last > 0 ? depth : Math.max(1, options.first), clock);
    const moved = new Float32Array(queries.length);
    first.lists.forEach((list, q) => {
      const began = clock();
      const at = q * dimensions;
      moved.set(rocchio(queries.subarray(at, at + dimensions), rows, list, options), at);
      first.milliseconds[q]! += clock() - began;
    });
    const { lists, milliseconds } = index.search(moved, depth, clock);
    return { lists, milliseconds: milliseconds.map((ms, q) => ms + first.milliseconds[q]!) };
  };
}

/** Of a number with single precision, and of a word of bits. */
const WORD = 4;

/** Bytes that a search reads: four a number; int8 one, and two numbers a dimension; binary a bit, in words of 32. */
export function bytesSearched(spec: VectorSearchSpec, rows: number, dimensions: number): number {
  const kept = spec.dimensions ?? dimensions;
  if (spec.kind !== 'quantised') return rows * kept * WORD;
  return spec.precision === 'int8' ? rows * kept + 2 * WORD * kept : rows * wordsOf(kept) * WORD;
}
