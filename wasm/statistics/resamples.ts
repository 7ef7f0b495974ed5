import { fill } from './random';

/** Of the two bits that say how often a resample holds a question. */
const MOST: u32 = 3;

/**
 * Draws the next few resamples. An index is ⌊r · n / 2³²⌋ of a random r: its bias is below n / 2³².
 *
 * @param words room for `questions` words
 * @param plain room for a byte a question, up to a whole register, for each of the resamples
 * @param packed of the first of them: how often it holds each question, up to three times, four questions a byte; the
 *   next four questions are `columns` further
 * @param beyond questions that a resample holds more often, as often as that is
 * @param ends for each resample, how many entries of `beyond` are those of it and of those before
 * @param before entries of `beyond` so far @returns entries of `beyond`
 */
export function draw(
  state: usize,
  questions: u32,
  resamples: u32,
  words: usize,
  plain: usize,
  packed: usize,
  columns: usize,
  beyond: usize,
  ends: usize,
  before: u32,
): u32 {
  const width = ((questions + 15) & ~15) as usize;
  memory.fill(plain, 0, width * resamples);
  let entries = before;
  for (let r: u32 = 0; r < resamples; r++) {
    const own = plain + r * width;
    fill(state, words, questions);
    for (let i: u32 = 0; i < questions; i++) {
      const word = load<u32>(words + ((i as usize) << 2)) as u64;
      const at = own + (((word * questions) >> 32) as usize);
      store<u8>(at, load<u8>(at) + 1);
    }
    entries = split(own, width, beyond, entries);
    store<u32>(ends + ((r as usize) << 2), entries);
  }
  for (let q: usize = 0; q < width; q += 4) {
    const to = packed + (q >> 2) * columns;
    for (let r: usize = 0; r < resamples; r++) {
      const counts = load<u32>(plain + r * width + q);
      store<u8>(to + r, (counts | (counts >> 6) | (counts >> 12) | (counts >> 18)) as u8);
    }
  }
  return entries;
}

/** Leaves counts up to three, and lists questions beyond that. */
function split(counts: usize, width: usize, beyond: usize, before: u32): u32 {
  let entries = before;
  const most = i8x16.splat(MOST as i8);
  for (let q: usize = 0; q < width; q += 16) {
    let many = i8x16.bitmask(i8x16.gt_u(v128.load(counts + q), most));
    for (; many !== 0; many &= many - 1) {
      const question = q + ctz(many);
      for (let count = load<u8>(counts + question) as u32; count > MOST; count--)
        store<u32>(beyond + ((entries++ as usize) << 2), question as u32);
      store<u8>(counts + question, MOST as u8);
    }
  }
  return entries;
}
