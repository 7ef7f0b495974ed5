import { bytesOf, unpacked } from './unpacked';

/**
 * Sums in double precision, number by number in their order, as exact search in TypeScript has them: the same to the last
 * bit. Four rows at a time, since an addition waits for the one before.
 */

/** @param rows addresses of four rows; sums are written to `out` */
function fourProducts(a: usize, b: usize, c: usize, d: usize, query: usize, width: usize, out: usize): void {
  let s: f64 = 0;
  let t: f64 = 0;
  let u: f64 = 0;
  let v: f64 = 0;
  for (let i: usize = 0; i < width; i += 4) {
    const q = load<f32>(query + i) as f64;
    s += (load<f32>(a + i) as f64) * q;
    t += (load<f32>(b + i) as f64) * q;
    u += (load<f32>(c + i) as f64) * q;
    v += (load<f32>(d + i) as f64) * q;
  }
  store<f64>(out, s);
  store<f64>(out + 8, t);
  store<f64>(out + 16, u);
  store<f64>(out + 24, v);
}

function fourSquares(a: usize, b: usize, c: usize, d: usize, query: usize, width: usize, out: usize): void {
  let s: f64 = 0;
  let t: f64 = 0;
  let u: f64 = 0;
  let v: f64 = 0;
  for (let i: usize = 0; i < width; i += 4) {
    const q = load<f32>(query + i) as f64;
    const e = (load<f32>(a + i) as f64) - q;
    const f = (load<f32>(b + i) as f64) - q;
    const g = (load<f32>(c + i) as f64) - q;
    const h = (load<f32>(d + i) as f64) - q;
    s += e * e;
    t += f * f;
    u += g * g;
    v += h * h;
  }
  store<f64>(out, s);
  store<f64>(out + 8, t);
  store<f64>(out + 16, u);
  store<f64>(out + 24, v);
}

/**
 * Compares some rows with a question.
 *
 * @param docs `count` row numbers, of 32 bits
 * @param out `count` sums, and room for three more
 * @param squares whether squares of differences are summed, and not products
 * @param bits of a number of a row: 32, 8 or 1
 * @param work four rows, where they are to be unpacked
 */
export function compare(
  rows: usize,
  dimensions: i32,
  query: usize,
  docs: usize,
  count: i32,
  squares: bool,
  bits: i32,
  work: usize,
  out: usize,
): void {
  const width = (dimensions as usize) << 2;
  const stored = bytesOf(dimensions, bits);
  for (let i = 0; i < count; i += 4) {
    const most = count - 1 - i;
    const at = docs + ((i as usize) << 2);
    const a = unpacked(rows + rowAt(at, 0) * stored, 1, dimensions, bits, work);
    const b = unpacked(rows + rowAt(at, min(1, most)) * stored, 1, dimensions, bits, work + width);
    const c = unpacked(rows + rowAt(at, min(2, most)) * stored, 1, dimensions, bits, work + width * 2);
    const d = unpacked(rows + rowAt(at, min(3, most)) * stored, 1, dimensions, bits, work + width * 3);
    const to = out + ((i as usize) << 3);
    if (squares) fourSquares(a, b, c, d, query, width, to);
    else fourProducts(a, b, c, d, query, width, to);
  }
}

function rowAt(docs: usize, i: i32): usize {
  return load<u32>(docs + ((i as usize) << 2)) as usize;
}

/** Euclidean lengths of all rows. @param out `count` lengths */
export function lengths(rows: usize, count: i32, dimensions: i32, bits: i32, work: usize, out: usize): void {
  const width = (dimensions as usize) << 2;
  const stored = bytesOf(dimensions, bits);
  for (let row = 0; row < count; row += 4) {
    const most = count - 1 - row;
    const a = unpacked(rows + (row as usize) * stored, min(4, most + 1), dimensions, bits, work);
    const b = a + (min(1, most) as usize) * width;
    const c = a + (min(2, most) as usize) * width;
    const d = a + (min(3, most) as usize) * width;
    let s: f64 = 0;
    let t: f64 = 0;
    let u: f64 = 0;
    let v: f64 = 0;
    for (let i: usize = 0; i < width; i += 4) {
      const e = load<f32>(a + i) as f64;
      const f = load<f32>(b + i) as f64;
      const g = load<f32>(c + i) as f64;
      const h = load<f32>(d + i) as f64;
      s += e * e;
      t += f * f;
      u += g * g;
      v += h * h;
    }
    const to = out + ((row as usize) << 3);
    store<f64>(to, sqrt(s));
    if (most > 0) store<f64>(to + 8, sqrt(t));
    if (most > 1) store<f64>(to + 16, sqrt(u));
    if (most > 2) store<f64>(to + 24, sqrt(v));
  }
}
