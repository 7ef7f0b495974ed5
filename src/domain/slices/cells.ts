import { firstWhere } from '../../base/containers';
import { bootstrapSums, columnsOf, intervalsOf } from '../statistics/bootstrap';
import { ALPHA, minus, momentsOf } from '../statistics/paired';
import { Random } from '../statistics/random';
import type { Interval } from '../statistics/types';
import { signFlipTests } from '../statistics/randomisation';
import { significant } from '../statistics/significant';
import type { ContentTerms } from './dimension';
import { affordable, slicedValues, type SliceSource } from './dimensions';
import { testSlices } from './slice-tests';

/** `sure` holds after correction, `perhaps` has an interval without 0, `tie` is the rest. */
export type Certainty = 'sure' | 'perhaps' | 'tie';

export interface SliceDifference {
  readonly mean: number;
  readonly ci95: Interval | null;
  readonly p: number;
  readonly certainty: Certainty;
}

interface Sampled {
  readonly seed: number;
  readonly resamples: number;
}

/** XORed with the seed, so that signs are independent of resamples. */
const SIGNS = 0x5197;
/** Sums that differ by less are equal: they are added in other orders. */
const SLACK = 1e-9;

/**
 * Differences of every system to one of them, in every slice. p is that of a max-T randomisation test over all slices
 * and *pairs* of systems (single step): the best was chosen by the same values. Signs are flipped by question; a pair
 * counts by |Σ d| / √Σ d². Westfall and Young 1993, algorithm 2.5. @param rows without NaN
 */
export function differencesToBest(
  rows: readonly Float64Array[],
  best: number,
  slices: readonly ArrayLike<number>[],
  sampled: Sampled,
): SliceDifference[][] {
  const test = new SignTest(rows, slices, sampled);
  return cellsOf(rows, best, slices, sampled, (s, system) => test.p(s, system, best));
}

/** @param best what others differ from; null where rows are differences */
function cellsOf(
  rows: readonly Float64Array[],
  best: number | null,
  slices: readonly ArrayLike<number>[],
  { seed, resamples }: Sampled,
  pOf: (slice: number, row: number) => number,
): SliceDifference[][] {
  return slices.map((slice, s) => {
    const own = rows.map((row) => Float64Array.from(slice, (q) => row[q]!));
    const columns = columnsOf(own);
    const sums = bootstrapSums(columns, resamples, seed);
    const toBest = (values: readonly Float64Array[], row: number): Float64Array =>
      best === null ? values[row]! : minus(values[row]!, values[best]!);
    return rows.map((_, row): SliceDifference => {
      if (row === best) return { mean: 0, ci95: null, p: 1, certainty: 'tie' };
      const differences = toBest(own, row);
      const resampled = toBest(sums, row).map((sum) => (sum * columns.unit) / slice.length);
      const ci95 = intervalsOf(differences, resampled, 2 * columns.unit).percentile;
      const p = pOf(s, row);
      return { mean: momentsOf(differences).mean, ci95, p, certainty: certaintyOf(p, ci95) };
    });
  });
}

function certaintyOf(p: number, ci95: Interval | null): Certainty {
  if (p < ALPHA) return 'sure';
  return ci95 && (ci95[0] > 0 || ci95[1] < 0) ? 'perhaps' : 'tie';
}

class SignTest {
  readonly #largest: Float64Array;
  readonly #sums: readonly Float64Array[];
  readonly #scales: readonly Float64Array[];
  readonly #systems: number;

  constructor(rows: readonly Float64Array[], slices: readonly ArrayLike<number>[], { seed, resamples }: Sampled) {
    this.#systems = rows.length;
    this.#sums = slices.map((slice) => rows.reduce((sums, row, s) => set(sums, s, sumOf(row, slice)), emptyOf(rows)));
    this.#scales = slices.map((slice) => this.#scalesOf(rows, slice));
    // A system's values by question, side by side.
    const values = Float64Array.from({ length: rows.length * (rows[0]?.length ?? 0) }, (_, i) => {
      return rows[i % rows.length]![Math.floor(i / rows.length)]!;
    });
    const random = new Random(seed ^ SIGNS);
    const flipped = new Uint32Array(rows[0]?.length ?? 0);
    const sums = emptyOf(rows);
    this.#largest = new Float64Array(resamples).map(() => {
      random.fill(flipped);
      return slices.reduce((largest, slice, s) => {
        this.#flip(sums, values, slice, s, flipped);
        return Math.max(largest, this.#largestOf(sums, this.#scales[s]!));
      }, 0);
    });
    this.#largest.sort();
  }

  p(slice: number, a: number, b: number): number {
    const sums = this.#sums[slice]!;
    const scale = this.#scales[slice]![Math.max(a, b) * this.#systems + Math.min(a, b)]!;
    const own = Math.abs(sums[a]! - sums[b]!) * scale * (1 - SLACK);
    const { length } = this.#largest;
    const reached = length - firstWhere(length, (b) => this.#largest[b]! >= own);
    return (reached + 1) / (length + 1);
  }

  #scalesOf(rows: readonly Float64Array[], slice: ArrayLike<number>): Float64Array {
    const scales = new Float64Array(rows.length * rows.length);
    for (let a = 1; a < rows.length; a++)
      for (let b = 0; b < a; b++) {
        let squares = 0;
        for (let i = 0; i < slice.length; i++) squares += (rows[a]![slice[i]!]! - rows[b]![slice[i]!]!) ** 2;
        scales[a * rows.length + b] = squares === 0 ? 0 : 1 / Math.sqrt(squares);
      }
    return scales;
  }

  /** Sums of a slice with signs; of a random word the highest bit flips. */
  #flip(sums: Float64Array, values: Float64Array, slice: ArrayLike<number>, at: number, flipped: Uint32Array): void {
    const systems = this.#systems;
    sums.set(this.#sums[at]!);
    for (let i = 0; i < slice.length; i++) {
      const question = slice[i]!;
      if (flipped[question]! >>> 31 === 0) continue;
      const from = question * systems;
      for (let s = 0; s < systems; s++) sums[s]! -= 2 * values[from + s]!;
    }
  }

  #largestOf(sums: Float64Array, scales: Float64Array): number {
    let largest = 0;
    for (let a = 1; a < sums.length; a++)
      for (let b = 0; b < a; b++) {
        const statistic = Math.abs(sums[a]! - sums[b]!) * scales[a * sums.length + b]!;
        if (statistic > largest) largest = statistic;
      }
    return largest;
  }
}

const emptyOf = (rows: readonly Float64Array[]): Float64Array => new Float64Array(rows.length);

const sumOf = (row: Float64Array, slice: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < slice.length; i++) sum += row[slice[i]!]!;
  return sum;
};

function set(array: Float64Array, at: number, value: number): Float64Array {
  array[at] = value;
  return array;
}

export interface SliceChangesInput extends SliceSource {
  readonly systems: readonly {
    readonly system: string;
    readonly valuesBefore: Float64Array;
    readonly valuesAfter: Float64Array;
  }[];
  readonly seed: number;
  readonly resamples: number;
}

export type SliceChanges = NonNullable<ReturnType<typeof sliceChanges>>;

/** Null where no question has values of both runs. */
export function sliceChanges(input: SliceChangesInput, contentTerms: ContentTerms) {
  const changes = input.systems.map(({ valuesBefore, valuesAfter }) =>
    minus(significant(valuesAfter), significant(valuesBefore)),
  );
  const sliced = slicedValues(input, changes, contentTerms, input.seed);
  if (!sliced) return null;
  const { kept, counted, rows, dimensions, groups } = sliced;
  const slices = dimensions.flatMap((dimension) => dimension.slices);
  const resamples = affordable(input.resamples, rows.length * counted.length * (dimensions.length + slices.length));
  const sampling = { seed: input.seed, resamples };
  const tests = testSlices(rows, groups, sampling);
  const cells = changesOf(rows, groups.flat(), sampling);
  const systems = kept.map((s) => input.systems[s]!.system);
  return {
    systems,
    questions: counted.length,
    dimensions: dimensions.map(({ id, kind, field, slices: own }, d) => ({
      id,
      kind,
      field,
      p: tests[d]!.p,
      holm: tests[d]!.holm,
      findings: tests[d]!.effects.map(({ row, group, ...effect }) => ({
        ...effect,
        system: systems[row]!,
        slice: own[group]!.id,
      })),
      slices: own.map((slice) => ({
        id: slice.id,
        label: slice.label,
        counted: slice.questions.length,
        changes: cells[slices.indexOf(slice)]!,
      })),
    })),
  };
}

function changesOf(rows: readonly Float64Array[], slices: readonly ArrayLike<number>[], sampled: Sampled) {
  const pairs = slices.flatMap((slice) =>
    rows.map((row) => {
      const first = new Float64Array(row.length).fill(NaN);
      for (const q of Array.from(slice)) first[q] = row[q]!;
      return { first, second: first.map((value) => 0 * value) };
    }),
  );
  const { corrected } = signFlipTests(pairs, { side: 'both', ...sampled });
  return cellsOf(rows, null, slices, sampled, (s, row) => corrected[s * rows.length + row]!);
}
