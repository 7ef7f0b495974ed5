import { normalCdf, normalQuantile } from './distributions/normal';
import { momentsOf } from './paired';
import { quantileOfSorted } from './quantile';
import { Random } from './random';
import type { Interval, Intervals } from './types';

/** Systems are summed two at a time. */
export const LANES = 2;

/** Whole multiples of a power of 2 that no sum rounds: sums do not depend on the order of adding. */
export type SystemColumns = ReturnType<typeof columnsOf>;

/** Bits of a sum, of the 53 that are exact; room is left for a sum of two and its double. */
const BITS = 50;

export function columnsOf(rows: readonly Float64Array[]) {
  const systems = rows.length;
  const questions = rows[0]?.length ?? 0;
  // At least 1: whichever systems of a measure of 0 to 1 are there, the unit is the same.
  const highest = rows.reduce((most, row) => row.reduce((max, value) => Math.max(max, Math.abs(value)), most), 1);
  const unit = 2 ** (Math.ceil(Math.log2(highest * Math.max(1, questions))) - BITS);
  const length = questions * LANES;
  const blocks = Array.from({ length: Math.ceil(systems / LANES) }, () => new Float64Array(length));
  const sums = new Float64Array(systems);
  rows.forEach((row, s) => {
    const block = blocks[Math.floor(s / LANES)]!;
    row.forEach((value, q) => {
      const multiple = Math.round(value / unit);
      block[q * LANES + (s % LANES)] = multiple;
      sums[s]! += multiple;
    });
  });
  return {
    questions,
    systems,
    /** A value differs from its multiple of this by half at most: about 1e-12 for 5,000 values of up to 1. */
    unit,
    /** Two systems a block: that of system `2 · i + lane` for question `q` is at `2 · q + lane` of block `i`. */
    blocks,
    sums,
  };
}

export function rowsOf(systems: number, blocks: readonly Float64Array[]): Float64Array[] {
  return Array.from({ length: systems }, (_, s) => {
    const block = blocks[Math.floor(s / LANES)]!;
    return new Float64Array(block.length / LANES).map((_, i) => block[i * LANES + (s % LANES)]!);
  });
}

const CHOICES = 256;
const BYTE = 8;
const BYTES = 4;

/**
 * What a byte says of some questions is summed once for each of its values, and looked up (Arlazarov et al. 1970): for two
 * systems, and for four bytes at a time.
 */
export class ByteTables {
  /** Questions of four bytes. */
  readonly together: number;
  private readonly tables: readonly Float64Array[];

  /** @param bits of a byte that say how often a question counts */
  constructor(private readonly bits: number) {
    this.together = (BYTES * BYTE) / bits;
    this.tables = Array.from({ length: BYTES }, () => new Float64Array(CHOICES * LANES));
  }

  /** Questions that are not there count 0. */
  fill(block: Float64Array, start: number): void {
    this.tables.forEach((table, i) => this.fillOne(table, block, start + (i * BYTE) / this.bits));
  }

  private fillOne(table: Float64Array, block: Float64Array, start: number): void {
    for (let choice = 1; choice < CHOICES; choice++) {
      const question = Math.floor((31 - Math.clz32(choice)) / this.bits);
      const rest = choice - (1 << (question * this.bits));
      const from = (start + question) * LANES;
      const own = choice * LANES;
      const before = rest * LANES;
      if (from >= block.length) {
        table.copyWithin(own, before, before + LANES);
        continue;
      }
      table[own] = table[before]! + block[from]!;
      table[own + 1] = table[before + 1]! + block[from + 1]!;
    }
  }

  /** Adds to each of some sums by its four bytes, `apart` from each other; those of the next are `stride` further. */
  add(bytes: Uint8Array, first: number, apart: number, stride: number, sums: Float64Array): void {
    const [a, b, c, d] = this.tables as [Float64Array, Float64Array, Float64Array, Float64Array];
    for (let own = 0, at = first; own < sums.length; own += LANES, at += stride) {
      const i = bytes[at]! * LANES;
      const j = bytes[at + apart]! * LANES;
      const k = bytes[at + 2 * apart]! * LANES;
      const l = bytes[at + 3 * apart]! * LANES;
      sums[own]! += a[i]! + b[j]! + c[k]! + d[l]!;
      sums[own + 1]! += a[i + 1]! + b[j + 1]! + c[k + 1]! + d[l + 1]!;
    }
  }
}

const COUNT_BITS = 2;
const MOST = 2 ** COUNT_BITS - 1;

/** Some resamples, whose sums stay in the cache. */
interface Drawn {
  /** How often each resample holds each question, up to three times; by four questions, then resample. */
  readonly counts: Uint8Array;
  /** Questions beyond that, each as often as it is; those of resample b end at `ends[b]`. */
  readonly beyond: Uint32Array;
  readonly ends: Uint32Array;
}

/** No power of two: counts of a resample, so far apart, would share few lines of the cache. */
const DRAWN = 5000;
/** Bytes of counts up to which they are kept: measures of a run are resampled alike. */
const ROOM = 64e6;

let last: { readonly key: string; readonly all: readonly Drawn[] } | null = null;

function drawnOf(questions: number, resamples: number, seed: number): Iterable<Drawn> {
  if ((questions * resamples * COUNT_BITS) / BYTE > ROOM) return drawAll(questions, resamples, seed);
  const key = `${questions} ${resamples} ${seed}`;
  if (last?.key !== key) last = { key, all: [...drawAll(questions, resamples, seed)] };
  return last.all;
}

function* drawAll(questions: number, resamples: number, seed: number): Generator<Drawn> {
  const random = new Random(seed);
  const words = new Uint32Array(questions);
  const rows = BYTES * Math.ceil((questions * COUNT_BITS) / (BYTES * BYTE));
  const counts = new Uint8Array((rows * BYTE) / COUNT_BITS);
  for (let left = resamples; left > 0; left -= DRAWN) {
    const size = Math.min(DRAWN, left);
    const packed = new Uint8Array(rows * size);
    const beyond: number[] = [];
    const ends = new Uint32Array(size);
    for (let b = 0; b < size; b++) {
      random.fill(words);
      count(words, counts);
      pack(counts, packed, b, size, beyond);
      ends[b] = beyond.length;
    }
    yield { counts: packed, beyond: Uint32Array.from(beyond), ends };
  }
}

/** An index is ⌊r · n / 2³²⌋ of a random r: its bias is below n / 2³². */
function count(words: Uint32Array, counts: Uint8Array): void {
  const scale = words.length / 2 ** 32;
  counts.fill(0);
  for (let i = 0; i < words.length; i++) counts[(words[i]! * scale) | 0]!++;
}

function pack(counts: Uint8Array, packed: Uint8Array, column: number, columns: number, beyond: number[]): void {
  for (let q = 0, at = column; q < counts.length; q += 4, at += columns) {
    if ((counts[q]! | counts[q + 1]! | counts[q + 2]! | counts[q + 3]!) > MOST)
      for (let each = q; each < q + 4; each++) for (; counts[each]! > MOST; counts[each]!--) beyond.push(each);
    packed[at] = counts[q]! | (counts[q + 1]! << 2) | (counts[q + 2]! << 4) | (counts[q + 3]! << 6);
  }
}

/** Each resample is drawn once for every system. */
export function bootstrapSums(columns: SystemColumns, resamples: number, seed: number): Float64Array[] {
  const { questions, systems, blocks } = columns;
  const sums = blocks.map(() => new Float64Array(resamples * LANES));
  const tables = new ByteTables(COUNT_BITS);
  let at = 0;
  for (const { counts, beyond, ends } of drawnOf(questions, resamples, seed)) {
    const size = ends.length;
    blocks.forEach((block, k) => {
      const own = sums[k]!.subarray(at * LANES, (at + size) * LANES);
      for (let byte = 0, start = 0; start < questions; byte += BYTES, start += tables.together) {
        tables.fill(block, start);
        tables.add(counts, byte * size, size, 1, own);
      }
      addBeyond(block, beyond, ends, own);
    });
    at += size;
  }
  return rowsOf(systems, sums);
}

function addBeyond(block: Float64Array, beyond: Uint32Array, ends: Uint32Array, sums: Float64Array): void {
  for (let b = 0, i = 0; b < ends.length; b++)
    for (; i < ends[b]!; i++)
      for (let lane = 0; lane < LANES; lane++) sums[b * LANES + lane]! += block[beyond[i]! * LANES + lane]!;
}

const LEVEL = 0.95;
const TAIL = (1 - LEVEL) / 2;

/**
 * 95 % intervals of a mean by percentiles and by BCa: quantiles moved by the bias z₀ and the acceleration a (Efron,
 * “Better bootstrap confidence intervals”, 1987). @param slack means that differ by less are equal
 * @returns null for fewer than two questions, and for BCa where all resamples lie on one side of the mean
 */
export function intervalsOf(values: Float64Array, resampled: Float64Array, slack: number): Intervals {
  if (values.length < 2 || resampled.length === 0) return { percentile: null, bca: null };
  const sorted = resampled.slice().sort();
  const between = ([low, high]: Interval): Interval => [quantileOfSorted(sorted, low), quantileOfSorted(sorted, high)];
  const percentile = between([TAIL, 1 - TAIL]);
  const bias = bootstrapBias(momentsOf(values).mean, sorted, slack);
  if (!Number.isFinite(bias)) return { percentile, bca: null };
  return { percentile, bca: between(bcaLevels(bias, acceleration(values))) };
}

/** z₀: the normal quantile of the share of resampled means below the mean, equal ones (within `slack`) counted half. */
export function bootstrapBias(mean: number, resampled: Float64Array, slack: number): number {
  let [below, equal] = [0, 0];
  for (const each of resampled)
    if (each < mean - slack) below++;
    else if (each <= mean + slack) equal++;
  return normalQuantile((below + equal / 2) / resampled.length);
}

/** a: Σ d³ / (6 (Σ d²)^1.5) over the deviations d from the mean, which is what the jackknife gives for a mean. */
export function acceleration(values: Float64Array): number {
  const { mean, deviation } = momentsOf(values);
  if (deviation === 0) return 0;
  let [squares, cubes] = [0, 0];
  for (const value of values) {
    squares += (value - mean) ** 2;
    cubes += (value - mean) ** 3;
  }
  return cubes / (6 * squares ** 1.5);
}

/** The levels of the quantiles that make the BCa interval, in place of 2.5 % and 97.5 %. */
export function bcaLevels(bias: number, a: number): Interval {
  const moved = (level: number): number => {
    const z = bias + normalQuantile(level);
    if (a * z >= 1) return z > 0 ? 1 : 0;
    return normalCdf(bias + z / (1 - a * z));
  };
  return [moved(TAIL), moved(1 - TAIL)];
}
