/** The words of `Random` in `src/domain/statistics/random.ts`: sfc32 of PractRand. @param state its four words, which go on */
export function fill(state: usize, words: usize, count: u32): void {
  let a = load<u32>(state);
  let b = load<u32>(state, 4);
  let c = load<u32>(state, 8);
  let counter = load<u32>(state, 12);
  const end = words + ((count as usize) << 2);
  for (let at = words; at < end; at += 4) {
    const sum = a + b + counter++;
    a = b ^ (b >>> 9);
    b = c + (c << 3);
    c = rotl(c, 21) + sum;
    store<u32>(at, sum);
  }
  store<u32>(state, a);
  store<u32>(state, b, 4);
  store<u32>(state, c, 8);
  store<u32>(state, counter, 12);
}
