import { Random } from '../statistics/random';

/** Two sets with nine tenths in common share one of the bands at least, but for one pair in two thousand million. */
const BANDS = 24;
const ROWS = 5;
const SEED = 1997;

/**
 * Pairs of sets that may have much in common, without comparing each with each: of every set the least of each of 120
 * hash functions is taken (MinHash, Broder 1997), and two sets that agree in a band of five of these are a candidate
 * (locality-sensitive hashing). What two sets have in common is the probability that they agree in one. The functions are
 * the same every time.
 *
 * @param sets hashes of 53 bits; those of an empty set are never a candidate
 * @param visit each pair of positions once, the lower one first
 */
export function candidatePairs(sets: readonly Float64Array[], visit: (a: number, b: number) => void): void {
  const factors = new Uint32Array(BANDS * ROWS * 2);
  new Random(SEED).fill(factors);
  const signatures = sets.map((set) => signatureOf(set, factors));
  const seen = new Set<number>();
  for (let band = 0; band < BANDS; band++) {
    const buckets = new Map<string, number[]>();
    signatures.forEach((signature, position) => {
      if (sets[position]!.length === 0) return;
      const key = signature.subarray(band * ROWS, (band + 1) * ROWS).join();
      const bucket = buckets.get(key);
      if (!bucket) return void buckets.set(key, [position]);
      for (const other of bucket) {
        const pair = other * sets.length + position;
        if (seen.has(pair)) continue;
        seen.add(pair);
        visit(other, position);
      }
      bucket.push(position);
    });
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
