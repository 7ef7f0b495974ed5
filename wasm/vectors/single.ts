import { rest, total } from './sums';

/**
 * Dot products in single precision, as `singleProduct` of TypeScript has them: eight sums, which are added two by two, then
 * the products that are left. Rounding is that of IEEE 754 in both, so that they are the same to the last bit.
 */

/** Bytes of the numbers that are multiplied at a time. */
const STEP: usize = 32;

/** @param width bytes of a vector */
export function product(one: usize, other: usize, width: usize): f32 {
  let low = f32x4.splat(0);
  let high = f32x4.splat(0);
  const left = width & (STEP - 1);
  const end = one + width - left;
  while (one < end) {
    low = f32x4.add(low, f32x4.mul(v128.load(one), v128.load(other)));
    high = f32x4.add(high, f32x4.mul(v128.load(one, 16), v128.load(other, 16)));
    one += STEP;
    other += STEP;
  }
  return total(f32x4.add(low, high)) + rest(one, other, left);
}

/**
 * Of a vector with rows of a matrix, four at a time: memory is asked for all four, and no addition waits for the one before.
 *
 * @param numbers `count` row numbers
 * @param out `count` products, and room for three more
 */
export function products(query: usize, matrix: usize, width: usize, numbers: usize, count: i32, out: usize): void {
  const left = width & (STEP - 1);
  for (let i = 0; i < count; i += 4) {
    const most = count - 1 - i;
    const at = numbers + ((i as usize) << 2);
    let a = matrix + (load<u32>(at) as usize) * width;
    // Past the last row it is read again; its product is not.
    let b = matrix + (load<u32>(at + ((min(1, most) as usize) << 2)) as usize) * width;
    let c = matrix + (load<u32>(at + ((min(2, most) as usize) << 2)) as usize) * width;
    let d = matrix + (load<u32>(at + ((min(3, most) as usize) << 2)) as usize) * width;
    let q = query;
    const end = query + width - left;
    let aLow = f32x4.splat(0);
    let aHigh = f32x4.splat(0);
    let bLow = f32x4.splat(0);
    let bHigh = f32x4.splat(0);
    let cLow = f32x4.splat(0);
    let cHigh = f32x4.splat(0);
    let dLow = f32x4.splat(0);
    let dHigh = f32x4.splat(0);
    while (q < end) {
      const low = v128.load(q);
      const high = v128.load(q, 16);
      aLow = f32x4.add(aLow, f32x4.mul(low, v128.load(a)));
      aHigh = f32x4.add(aHigh, f32x4.mul(high, v128.load(a, 16)));
      bLow = f32x4.add(bLow, f32x4.mul(low, v128.load(b)));
      bHigh = f32x4.add(bHigh, f32x4.mul(high, v128.load(b, 16)));
      cLow = f32x4.add(cLow, f32x4.mul(low, v128.load(c)));
      cHigh = f32x4.add(cHigh, f32x4.mul(high, v128.load(c, 16)));
      dLow = f32x4.add(dLow, f32x4.mul(low, v128.load(d)));
      dHigh = f32x4.add(dHigh, f32x4.mul(high, v128.load(d, 16)));
      q += STEP;
      a += STEP;
      b += STEP;
      c += STEP;
      d += STEP;
    }
    const to = out + ((i as usize) << 2);
    store<f32>(to, total(f32x4.add(aLow, aHigh)) + rest(q, a, left));
    store<f32>(to, total(f32x4.add(bLow, bHigh)) + rest(q, b, left), 4);
    store<f32>(to, total(f32x4.add(cLow, cHigh)) + rest(q, c, left), 8);
    store<f32>(to, total(f32x4.add(dLow, dHigh)) + rest(q, d, left), 12);
  }
}
