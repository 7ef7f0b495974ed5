import { append } from '../../base/containers';
import { Random } from '../statistics/random';

/** Two sets with nine tenths in common share one of the bands at least, but for one pair in two thousand million. */
const BANDS = 24;
const ROWS = 5;
const SEED = 1997;

const NO_KEYS: readonly string[] = [];

/**
 * Finds sets that may have much in common with another, without comparing each pair: MinHash (Broder 1997) with 120
 * hash functions, always the same, and locality-sensitive hashing. Two sets share the least of a function with the
 * probability of their Jaccard similarity; those that agree in a band of five are likely to be alike.
 */
export class LikelyAlike {
  private readonly factors = new Uint32Array(BANDS * ROWS * 2);
  private readonly bands = Array.from({ length: BANDS }, () => new Map<string, number[]>());

  constructor() {
    new Random(SEED).fill(this.factors);
  }

  /** Keys of a set of 53-bit hashes, one for each band; none for an empty one, which is like no other. */
  keysOf(set: Float64Array): readonly string[] {
    if (set.length === 0) return NO_KEYS;
    const signature = signatureOf(set, this.factors);
    return this.bands.map((_, band) => signature.subarray(band * ROWS, (band + 1) * ROWS).join());
  }

  /** Numbers of the sets that were added and are likely to be alike, ascending. */
  find(keys: readonly string[]): number[] {
    const found = new Set(keys.flatMap((key, band) => this.bands[band]!.get(key) ?? []));
    return [...found].sort((a, b) => a - b);
  }

  add(keys: readonly string[], number: number): void {
    keys.forEach((key, band) => append(this.bands[band]!, key, number));
  }
}

/** One function after the other over all values: its numbers stay at hand, which is several times as fast. */
function signatureOf(set: Float64Array, factors: Uint32Array): Uint32Array {
  const values = Int32Array.from(
    set,
    (value) => Math.imul((value / 2 ** 32) | 0, 0x2c1b3c6d) ^ ((value % 2 ** 32) | 0),
  );
  return Uint32Array.from({ length: BANDS * ROWS }, (_, i) => {
    const [added, factor] = [factors[2 * i]! | 0, factors[2 * i + 1]! | 1];
    let least = 0xffffffff;
    for (let at = 0; at < values.length; at++) {
      const product = Math.imul(values[at]! ^ added, factor);
      const hash = Math.imul(product ^ (product >>> 15), 0x297a2d39) >>> 0;
      if (hash < least) least = hash;
    }
    return least;
  });
}
