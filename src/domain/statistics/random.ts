/**
 * Random numbers that are the same for the same seed, on every machine: sfc32 of Chris Doty-Humphrey's PractRand, 128 bits
 * of state, seeded by splitmix32 and run in for a few rounds.
 *
 * @param seed a whole number
 * @returns a function that gives whole numbers from 0 to 2³² − 1
 */
export function randomIntegers(seed: number): () => number {
  const next = splitmix32(seed);
  let [a, b, c, counter] = [next(), next(), next(), 1];
  const draw = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) draw();
  return draw;
}

/** Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, 2014, in 32 bits. */
function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
}
