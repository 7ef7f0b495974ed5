import { fill } from './random';

/**
 * What a byte says of some questions is summed once for each of its values, and looked up (Arlazarov et al. 1970): for two
 * systems, and for four bytes at a time. Values are whole numbers that no sum rounds, so their order does not matter.
 */

const CHOICES: u32 = 256;
const TABLE: usize = 4096;
const BYTES: u32 = 4;

/** @param bits of a byte that say how often a question counts @param block of the first of the questions, a pair each */
function fillTables(tables: usize, bits: u32, block: usize): void {
  const questions = 8 / bits;
  for (let t: u32 = 0; t < BYTES; t++) {
    const table = tables + t * TABLE;
    const pairs = block + ((t * questions) << 4);
    v128.store(table, f64x2.splat(0));
    for (let choice: u32 = 1; choice < CHOICES; choice++) {
      const question = (31 - clz(choice)) / bits;
      const rest = choice - (1 << (question * bits));
      const sum = f64x2.add(v128.load(table + (rest << 4)), v128.load(pairs + (question << 4)));
      v128.store(table + (choice << 4), sum);
    }
  }
}

/** Adds to each sum by its four bytes, `apart` from each other; those of the next are `stride` further. */
function add(tables: usize, bytes: usize, apart: usize, stride: usize, sums: usize, count: u32): void {
  const end = sums + ((count as usize) << 4);
  const second = bytes + apart;
  const third = second + apart;
  const fourth = third + apart;
  let at: usize = 0;
  for (let own = sums; own < end; own += 16, at += stride) {
    const a = v128.load(tables + ((load<u8>(bytes + at) as usize) << 4));
    const b = v128.load(tables + ((load<u8>(second + at) as usize) << 4), TABLE);
    const c = v128.load(tables + ((load<u8>(third + at) as usize) << 4), 2 * TABLE);
    const d = v128.load(tables + ((load<u8>(fourth + at) as usize) << 4), 3 * TABLE);
    v128.store(own, f64x2.add(v128.load(own), f64x2.add(f64x2.add(a, b), f64x2.add(c, d))));
  }
}

/**
 * Sums of two systems over resamples that `draw` drew.
 *
 * @param block values of the two, question by question, and zeros up to a multiple of 16 questions
 * @param sums a pair for each of `resamples`, which are added to
 */
export function addDrawn(
  tables: usize,
  block: usize,
  questions: u32,
  packed: usize,
  columns: usize,
  beyond: usize,
  ends: usize,
  sums: usize,
  resamples: u32,
): void {
  for (let start: u32 = 0; start < questions; start += 16) {
    fillTables(tables, 2, block + ((start as usize) << 4));
    add(tables, packed + ((start as usize) >> 2) * columns, columns, 1, sums, resamples);
  }
  let entry: u32 = 0;
  for (let r: u32 = 0; r < resamples; r++) {
    const own = sums + ((r as usize) << 4);
    let sum = v128.load(own);
    for (const end = load<u32>(ends + ((r as usize) << 2)); entry < end; entry++) {
      const question = load<u32>(beyond + ((entry as usize) << 2)) as usize;
      sum = f64x2.add(sum, v128.load(block + (question << 4)));
    }
    v128.store(own, sum);
  }
}

/**
 * Sums of two systems over the questions of which a random sign is one, the lowest of a word for the first of 32.
 *
 * @param block as of {@link addDrawn}, up to a multiple of 32 questions
 * @param words room for a word for each of `resamples`
 */
export function addSigned(
  state: usize,
  tables: usize,
  block: usize,
  questions: u32,
  words: usize,
  sums: usize,
  resamples: u32,
): void {
  for (let start: u32 = 0; start < questions; start += 32) {
    fill(state, words, resamples);
    fillTables(tables, 1, block + ((start as usize) << 4));
    add(tables, words, 1, 4, sums, resamples);
  }
}
