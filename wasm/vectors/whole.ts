import { heldBytes, offerWhole, thinWhole, wholeFloorOf } from './candidates';

/** Rows compared with all questions before the next ones: they stay in the cache of a core meanwhile. */
const BLOCK: i32 = 128;

/**
 * Sums of codes of rows, a byte each, with weights of questions, 16 bits each, of which the highest are kept. Whole numbers
 * are exact: nothing is estimated. Matrices are row-major; a sum is below 2^31.
 *
 * @param first the first row that is compared, and `end` the one after the last
 * @param held what is kept of each question, one after the other
 * @param work 4 · 128 numbers
 */
export function scanWhole(
  codes: usize,
  first: i32,
  end: i32,
  dimensions: i32,
  weights: usize,
  questions: i32,
  held: usize,
  best: i32,
  capacity: i32,
  work: usize,
): void {
  const width = dimensions as usize;
  const each = heldBytes(capacity) as usize;
  const lane = (BLOCK as usize) << 2;
  for (let row = first; row < end; row += BLOCK) {
    const count = min(BLOCK, end - row);
    const begin = codes + (row as usize) * width;
    for (let question = 0; question < questions; question += 4) {
      // Past the last question it is read again; its sums are not.
      const most = questions - 1 - question;
      const w = weights + (question as usize) * width * 2;
      const w1 = (min(1, most) as usize) * width * 2;
      const w2 = (min(2, most) as usize) * width * 2;
      const w3 = (min(3, most) as usize) * width * 2;
      fourQuestions(begin, count, width, w, w1, w2, w3, work);
      for (let i = 0; i < 4 && i <= most; i++)
        keep(work + (i as usize) * lane, row, count, held + ((question + i) as usize) * each, best, capacity);
    }
  }
  for (let question = 0; question < questions; question++) thinWhole(held + (question as usize) * each, best);
}

/** The rows of a block whose sums are above the floor of a question. */
function keep(sums: usize, row: i32, count: i32, held: usize, best: i32, capacity: i32): void {
  let floor = wholeFloorOf(held);
  let floors = i32x4.splat(floor);
  for (let i = 0; i < count; i += 4) {
    let found = i32x4.bitmask(i32x4.gt_s(v128.load(sums + ((i as usize) << 2)), floors));
    if (found == 0) continue;
    while (found != 0) {
      const lane = ctz(found);
      found &= found - 1;
      if (i + lane >= count) break;
      const sum = load<i32>(sums + (((i + lane) as usize) << 2));
      // The floor may have risen since.
      if (sum > wholeFloorOf(held)) offerWhole(held, row + i + lane, sum, best, capacity);
    }
    floor = wholeFloorOf(held);
    floors = i32x4.splat(floor);
  }
}

function fourQuestions(
  codes: usize,
  count: i32,
  width: usize,
  weights: usize,
  w1: usize,
  w2: usize,
  w3: usize,
  work: usize,
): void {
  const vectored = width & ~7;
  const lane = (BLOCK as usize) << 2;
  for (let row = 0; row < count; row += 2) {
    let a = codes + (row as usize) * width;
    // Past the last row it is read again; its sums are not.
    let b = row + 1 < count ? a + width : a;
    let w = weights;
    const end = a + vectored;
    let a0 = i32x4.splat(0);
    let a1 = i32x4.splat(0);
    let a2 = i32x4.splat(0);
    let a3 = i32x4.splat(0);
    let b0 = i32x4.splat(0);
    let b1 = i32x4.splat(0);
    let b2 = i32x4.splat(0);
    let b3 = i32x4.splat(0);
    while (a < end) {
      const x = v128.load8x8_s(a);
      const y = v128.load8x8_s(b);
      let z = v128.load(w);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x, z));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(y, z));
      z = v128.load(w + w1);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x, z));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(y, z));
      z = v128.load(w + w2);
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x, z));
      b2 = i32x4.add(b2, i32x4.dot_i16x8_s(y, z));
      z = v128.load(w + w3);
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x, z));
      b3 = i32x4.add(b3, i32x4.dot_i16x8_s(y, z));
      a += 8;
      b += 8;
      w += 16;
    }
    const left = width - vectored;
    const to = work + ((row as usize) << 2);
    store<i32>(to, total(a0) + rest(a, w, left));
    store<i32>(to + 4, total(b0) + rest(b, w, left));
    store<i32>(to + lane, total(a1) + rest(a, w + w1, left));
    store<i32>(to + lane + 4, total(b1) + rest(b, w + w1, left));
    store<i32>(to + lane * 2, total(a2) + rest(a, w + w2, left));
    store<i32>(to + lane * 2 + 4, total(b2) + rest(b, w + w2, left));
    store<i32>(to + lane * 3, total(a3) + rest(a, w + w3, left));
    store<i32>(to + lane * 3 + 4, total(b3) + rest(b, w + w3, left));
  }
}

function total(sums: v128): i32 {
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/** The products of the last few numbers, which fill no register: at most seven. */
function rest(codes: usize, weights: usize, count: usize): i32 {
  let sum: i32 = 0;
  for (let i: usize = 0; i < count; i++) sum += (load<i8>(codes + i) as i32) * (load<i16>(weights + (i << 1)) as i32);
  return sum;
}
