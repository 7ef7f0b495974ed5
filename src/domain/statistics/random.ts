/** The same random words for the same seed on every machine: sfc32 of PractRand, seeded by splitmix32. */
export class Random {
  /** Three words and a counter. */
  readonly state: Uint32Array;

  /** @param seed a whole number, of which the lower 32 bits count */
  constructor(seed: number) {
    const next = splitmix32(seed);
    this.state = Uint32Array.of(next(), next(), next(), 1);
    this.fill(new Uint32Array(12));
  }

  /** Fills an array with the next words, each 0 to 2³² − 1. One call for many: state in locals is twice as fast. */
  fill(words: Uint32Array): void {
    let [a, b, c, counter] = this.state as unknown as [number, number, number, number];
    for (let i = 0; i < words.length; i++) {
      const sum = (a + b + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      words[i] = sum;
    }
    this.state.set([a, b, c, counter]);
  }
}

export function uniform(seed: number): () => number {
  const random = new Random(seed);
  const words = new Uint32Array(1);
  return () => {
    random.fill(words);
    return words[0]! / 2 ** 32;
  };
}

/** The finaliser of MurmurHash3: neighbouring words become words that have nothing in common. */
export function mixed(word: number): number {
  let h = word | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
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
