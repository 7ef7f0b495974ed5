import { momentsOf } from './paired';
import { Random } from './random';

export interface GroupContrast {
  readonly group: number;
  readonly row: number;
  readonly inside: number;
  readonly outside: number;
  /** Welch's t of the two means; 0 where they are equal, ±∞ where neither varies. */
  readonly t: number;
  /** Corrected for all groups and rows. */
  readonly p: number;
}

/** A variance below this share of the mean square is that of rounding. */
const ROUNDING = 1e-10;
/** Values of t that differ by less are equal: sums are added in other orders. */
const SLACK = 1e-9;

/**
 * Single-step max-T permutation test: each group against all other columns, by row, with Welch's t. Columns are
 * permuted, all rows alike; p is (c + 1) / (B + 1). Groups may overlap; those of or leaving fewer than two columns are
 * not tested. Westfall and Young 1993, algorithm 2.5; Chung and Romano 2013.
 */
export function permutationMaxT(
  rows: readonly Float64Array[],
  groups: readonly ArrayLike<number>[],
  { seed, resamples }: { readonly seed: number; readonly resamples: number },
) {
  const columns = rows[0]?.length ?? 0;
  const tested = [...groups.keys()].filter((g) => groups[g]!.length >= 2 && columns - groups[g]!.length >= 2);
  const sums = new GroupSums(
    rows,
    tested.map((g) => groups[g]!),
  );
  const order = Int32Array.from({ length: columns }, (_, i) => i);
  const observed = sums.statistics(order);
  const bounds = observed.map((t) => Math.abs(t) * (1 - SLACK));
  const exceeded = new Uint32Array(observed.length);
  const shuffle = shuffler(order, seed);
  for (let b = 0; b < resamples; b++) {
    shuffle();
    const largest = sums.statistics(order).reduce((most, t) => (Math.abs(t) > most ? Math.abs(t) : most), 0);
    for (let i = 0; i < bounds.length; i++) if (largest >= bounds[i]!) exceeded[i]!++;
  }
  const contrasts = tested.flatMap((group, g) =>
    rows.map((_, row): GroupContrast => {
      const at = g * rows.length + row;
      const t = observed[at]!;
      return { group, row, ...sums.meansOf(g, row), t, p: (exceeded[at]! + 1) / (resamples + 1) };
    }),
  );
  return { p: contrasts.reduce((least, { p }) => Math.min(least, p), 1), contrasts };
}

/** Draws a permutation at each call: Fisher and Yates; the bias of an index is below n / 2³². */
function shuffler(order: Int32Array, seed: number): () => void {
  const random = new Random(seed);
  const words = new Uint32Array(order.length);
  return () => {
    random.fill(words);
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor((words[i]! * (i + 1)) / 2 ** 32);
      const moved = order[i]!;
      order[i] = order[j]!;
      order[j] = moved;
    }
  };
}

/** Sums and sums of squares of groups under an order of the columns. Values are centred: t is of differences. */
class GroupSums {
  readonly #width: number;
  readonly #columns: number;
  readonly #means: readonly number[];
  /** By column: value of each row, then its square. */
  readonly #values: Float64Array;
  readonly #totals: Float64Array;
  readonly #sums: Float64Array;

  constructor(
    private readonly rows: readonly Float64Array[],
    private readonly groups: readonly ArrayLike<number>[],
  ) {
    const width = rows.length;
    this.#width = width;
    this.#columns = rows[0]?.length ?? 0;
    this.#means = rows.map((row) => momentsOf(row).mean);
    this.#values = new Float64Array(this.#columns * 2 * width);
    this.#totals = new Float64Array(2 * width);
    this.#sums = new Float64Array(2 * width);
    rows.forEach((row, r) =>
      row.forEach((value, column) => {
        const centred = value - this.#means[r]!;
        const at = column * 2 * width;
        this.#values[at + r] = centred;
        this.#values[at + width + r] = centred * centred;
        this.#totals[r]! += centred;
        this.#totals[width + r]! += centred * centred;
      }),
    );
  }

  statistics(order: Int32Array): Float64Array {
    const found = new Float64Array(this.groups.length * this.#width);
    this.groups.forEach((group, g) => {
      this.#add(group, order);
      for (let row = 0; row < this.#width; row++) found[g * this.#width + row] = this.#t(group.length, row);
    });
    return found;
  }

  meansOf(g: number, row: number): { readonly inside: number; readonly outside: number } {
    const group = new Set(Array.from(this.groups[g]!));
    const values = this.rows[row]!;
    return {
      inside: momentsOf(values.filter((_, column) => group.has(column))).mean,
      outside: momentsOf(values.filter((_, column) => !group.has(column))).mean,
    };
  }

  #add(group: ArrayLike<number>, order: Int32Array): void {
    const [sums, values, length] = [this.#sums, this.#values, 2 * this.#width];
    sums.fill(0);
    for (let i = 0; i < group.length; i++) {
      const from = order[group[i]!]! * length;
      for (let k = 0; k < length; k++) sums[k]! += values[from + k]!;
    }
  }

  #t(size: number, row: number): number {
    const rest = this.#columns - size;
    const [sum, squares] = [this.#sums[row]!, this.#sums[this.#width + row]!];
    const restSum = this.#totals[row]! - sum;
    const restSquares = this.#totals[this.#width + row]! - squares;
    const difference = sum / size - restSum / rest;
    const error = variance(sum, squares, size) / size + variance(restSum, restSquares, rest) / rest;
    const scale = this.#totals[this.#width + row]! / this.#columns;
    if (difference * difference <= ROUNDING * scale) return 0;
    return error <= ROUNDING * scale ? Math.sign(difference) * Infinity : difference / Math.sqrt(error);
  }
}

const variance = (sum: number, squares: number, n: number): number => Math.max(0, squares - (sum * sum) / n) / (n - 1);
