import { floorOf, heldBytes, offer, thin } from './candidates';
import { rest, total } from './sums';
import { bytesOf, unpacked } from './unpacked';

/** Rows compared with all questions before the next ones: they stay in the cache of a core meanwhile. */
const BLOCK: i32 = 64;

/**
 * Estimates of rows for questions in single precision, `sum · factor of the row + term of the row`, of which those near
 * the best are kept. Matrices are row-major.
 *
 * @param first the first row that is compared, and `end` the one after the last
 * @param held what is kept of each question, one after the other
 * @param bits of a number of a row: 32, 8 or 1
 * @param work 4 · 64 numbers, and 64 rows where they are to be unpacked
 */
export function scan(
  rows: usize,
  first: i32,
  end: i32,
  dimensions: i32,
  queries: usize,
  questions: i32,
  factors: usize,
  terms: usize,
  held: usize,
  best: i32,
  capacity: i32,
  bits: i32,
  work: usize,
): void {
  const width = (dimensions as usize) << 2;
  const stored = bytesOf(dimensions, bits);
  const each = heldBytes(capacity) as usize;
  const lane = (BLOCK as usize) << 2;
  for (let row = first; row < end; row += BLOCK) {
    const count = min(BLOCK, end - row);
    const begin = unpacked(rows + (row as usize) * stored, count, dimensions, bits, work + lane * 4);
    let question = 0;
    for (; question + 3 < questions; question += 4) {
      fourQuestions(begin, count, width, queries + (question as usize) * width, work);
      for (let i = 0; i < 4; i++)
        keep(
          work + (i as usize) * lane,
          row,
          count,
          factors,
          terms,
          held + ((question + i) as usize) * each,
          best,
          capacity,
        );
    }
    for (; question < questions; question++) {
      oneQuestion(begin, count, width, queries + (question as usize) * width, work);
      keep(work, row, count, factors, terms, held + (question as usize) * each, best, capacity);
    }
  }
  for (let question = 0; question < questions; question++) thin(held + (question as usize) * each, best);
}

/** The rows of a block that reach the floor of a question. */
function keep(
  sums: usize,
  row: i32,
  count: i32,
  factors: usize,
  terms: usize,
  held: usize,
  best: i32,
  capacity: i32,
): void {
  let floor = floorOf(held);
  let floors = f32x4.splat(floor);
  for (let i = 0; i < count; i += 4) {
    const at = ((row + i) as usize) << 2;
    const scores = f32x4.add(
      f32x4.mul(v128.load(sums + ((i as usize) << 2)), v128.load(factors + at)),
      v128.load(terms + at),
    );
    let found = i32x4.bitmask(f32x4.ge(scores, floors));
    if (found == 0) continue;
    v128.store(sums + ((i as usize) << 2), scores);
    while (found != 0) {
      const lane = ctz(found);
      found &= found - 1;
      if (i + lane >= count) break;
      offer(held, row + i + lane, load<f32>(sums + (((i + lane) as usize) << 2)), best, capacity);
    }
    floor = floorOf(held);
    floors = f32x4.splat(floor);
  }
}

function fourQuestions(rows: usize, count: i32, width: usize, queries: usize, work: usize): void {
  const vectored = width & ~15;
  const q1 = width;
  const q2 = width << 1;
  const q3 = q1 + q2;
  const lane = (BLOCK as usize) << 2;
  for (let row = 0; row < count; row += 2) {
    let a = rows + (row as usize) * width;
    // Past the last row it is read again; its sums are not.
    let b = row + 1 < count ? a + width : a;
    let q = queries;
    const end = a + vectored;
    let a0 = f32x4.splat(0);
    let a1 = f32x4.splat(0);
    let a2 = f32x4.splat(0);
    let a3 = f32x4.splat(0);
    let b0 = f32x4.splat(0);
    let b1 = f32x4.splat(0);
    let b2 = f32x4.splat(0);
    let b3 = f32x4.splat(0);
    while (a < end) {
      const x = v128.load(a);
      const y = v128.load(b);
      let z = v128.load(q);
      a0 = f32x4.add(a0, f32x4.mul(x, z));
      b0 = f32x4.add(b0, f32x4.mul(y, z));
      z = v128.load(q + q1);
      a1 = f32x4.add(a1, f32x4.mul(x, z));
      b1 = f32x4.add(b1, f32x4.mul(y, z));
      z = v128.load(q + q2);
      a2 = f32x4.add(a2, f32x4.mul(x, z));
      b2 = f32x4.add(b2, f32x4.mul(y, z));
      z = v128.load(q + q3);
      a3 = f32x4.add(a3, f32x4.mul(x, z));
      b3 = f32x4.add(b3, f32x4.mul(y, z));
      a += 16;
      b += 16;
      q += 16;
    }
    const left = width - vectored;
    const to = work + ((row as usize) << 2);
    store<f32>(to, total(a0) + rest(a, q, left));
    store<f32>(to + 4, total(b0) + rest(b, q, left));
    store<f32>(to + lane, total(a1) + rest(a, q + q1, left));
    store<f32>(to + lane + 4, total(b1) + rest(b, q + q1, left));
    store<f32>(to + lane * 2, total(a2) + rest(a, q + q2, left));
    store<f32>(to + lane * 2 + 4, total(b2) + rest(b, q + q2, left));
    store<f32>(to + lane * 3, total(a3) + rest(a, q + q3, left));
    store<f32>(to + lane * 3 + 4, total(b3) + rest(b, q + q3, left));
  }
}

function oneQuestion(rows: usize, count: i32, width: usize, query: usize, work: usize): void {
  const vectored = width & ~15;
  for (let row = 0; row < count; row += 4) {
    const most = count - 1 - row;
    let a = rows + (row as usize) * width;
    let b = a + (min(1, most) as usize) * width;
    let c = a + (min(2, most) as usize) * width;
    let d = a + (min(3, most) as usize) * width;
    let q = query;
    const end = a + vectored;
    let s = f32x4.splat(0);
    let t = f32x4.splat(0);
    let u = f32x4.splat(0);
    let v = f32x4.splat(0);
    while (a < end) {
      const z = v128.load(q);
      s = f32x4.add(s, f32x4.mul(v128.load(a), z));
      t = f32x4.add(t, f32x4.mul(v128.load(b), z));
      u = f32x4.add(u, f32x4.mul(v128.load(c), z));
      v = f32x4.add(v, f32x4.mul(v128.load(d), z));
      a += 16;
      b += 16;
      c += 16;
      d += 16;
      q += 16;
    }
    const left = width - vectored;
    const to = work + ((row as usize) << 2);
    store<f32>(to, total(s) + rest(a, q, left));
    store<f32>(to + 4, total(t) + rest(b, q, left));
    store<f32>(to + 8, total(u) + rest(c, q, left));
    store<f32>(to + 12, total(v) + rest(d, q, left));
  }
}
