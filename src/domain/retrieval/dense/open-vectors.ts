import type { VectorOptions, VectorSearchOf, VectorSearchSpec } from './vector-search-spec';
import { rocchio } from '../feedback/rocchio';
import { openMmr } from './mmr';
import { openQuantised } from './quantised';
import { type DenseIndex, openMatrix } from './search';
import { shortened } from './shortened';
import { openSvm } from './svm';
import { wordsOf } from './binary';

type SearchVectors = DenseIndex['search'];

export interface OpenVectors {
  readonly search: SearchVectors;
  /** Bytes of what a search reads through. */
  readonly bytes: number;
}

type Openers = {
  readonly [Kind in VectorSearchSpec['kind']]: (
    rows: Float32Array,
    dimensions: number,
    spec: VectorSearchOf<Kind>,
  ) => SearchVectors;
};

const openers: Openers = {
  nearest: (rows, dimensions, { metric }) => openMatrix(rows, dimensions, metric).search,
  mmr(rows, dimensions, options) {
    const index = openMmr(rows, dimensions);
    return (queries, depth, clock) => index.search(queries, { ...options, depth }, clock);
  },
  svm: (rows, dimensions, { c }) => openSvm(rows, dimensions, c).search,
  rocchio: openRocchio,
  quantised: (rows, dimensions, options) => openQuantised(rows, dimensions, options).search,
};

/**
 * @param rows row-major matrix, `dimensions` wide
 * @throws {RangeError} where the spec asks for more dimensions than there are
 */
export function openVectors(rows: Float32Array, dimensions: number, spec: VectorSearchSpec): OpenVectors {
  const search = openPlain(rows, dimensions, spec);
  return { search, bytes: bytesSearched(spec, rows.length / dimensions, dimensions) };
}

function openPlain(rows: Float32Array, dimensions: number, spec: VectorSearchSpec): SearchVectors {
  // The compiler cannot see that the opener and the spec come from the same kind.
  const open = openers[spec.kind] as (rows: Float32Array, dimensions: number, spec: VectorSearchSpec) => SearchVectors;
  const kept = spec.dimensions ?? dimensions;
  // What is quantised shortens by itself: it scores again by whole vectors.
  if (kept === dimensions || spec.kind === 'quantised') return open(rows, dimensions, spec);
  const cut = shortenedFor(spec, dimensions);
  const search = open(cut(rows), kept, spec);
  return (queries, depth, clock) => search(cut(queries), depth, clock);
}

/** Cuts the rows of a matrix, `dimensions` wide, as a spec asks for. */
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

/**
 * Bytes of what a search reads through: of vectors as they are, four a number; of int8, one a number, and a range of
 * two numbers a dimension; of binary, a bit a number in words of 32. Whole vectors kept for rescoring are not counted:
 * few are read. `dimensions` is that of whole vectors.
 */
export function bytesSearched(spec: VectorSearchSpec, rows: number, dimensions: number): number {
  const kept = spec.dimensions ?? dimensions;
  if (spec.kind !== 'quantised') return rows * kept * WORD;
  return spec.precision === 'int8' ? rows * kept + 2 * WORD * kept : rows * wordsOf(kept) * WORD;
}
