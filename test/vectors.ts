/** The same numbers between 0 and 1 for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Normally distributed numbers (Box and Muller). */
function seededNormal(seed: number): () => number {
  const random = seeded(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Vectors around some centres, as embeddings of documents on some subjects are; row-major. */
export function clustered(count: number, dimensions: number, centres: number, seed = 1): Float32Array {
  const normal = seededNormal(seed);
  const middles = Float32Array.from({ length: centres * dimensions }, normal);
  const random = seeded(seed + 1);
  const rows = new Float32Array(count * dimensions);
  for (let row = 0; row < count; row++) {
    const at = Math.floor(random() * centres) * dimensions;
    for (let j = 0; j < dimensions; j++) rows[row * dimensions + j] = middles[at + j]! + 0.7 * normal();
  }
  return rows;
}
