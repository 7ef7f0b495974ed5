/** Where rows lie as numbers of single precision: `rows` itself, or `to`, where they are written. */
export function unpacked(rows: usize, count: i32, dimensions: i32, bits: i32, to: usize): usize {
  if (bits == 32) return rows;
  const numbers = (count as usize) * (dimensions as usize);
  if (bits == 8) unpackBytes(rows, numbers, to);
  else unpackBits(rows, numbers, to);
  return to;
}

export function bytesOf(dimensions: i32, bits: i32): usize {
  return ((dimensions as usize) * (bits as usize)) >> 3;
}

function unpackBytes(bytes: usize, numbers: usize, to: usize): void {
  let i: usize = 0;
  for (; i + 3 < numbers; i += 4) {
    const words = i16x8.extend_low_i8x16_s(v128.load32_zero(bytes + i));
    v128.store(to + (i << 2), f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(words)));
  }
  for (; i < numbers; i++) store<f32>(to + (i << 2), load<i8>(bytes + i) as f32);
}

/** A bit is 1 or −1, and the first of a byte the highest. */
function unpackBits(bytes: usize, numbers: usize, to: usize): void {
  for (let i: usize = 0; i < numbers; i++) {
    const bit = (load<u8>(bytes + (i >> 3)) >> ((7 - (i & 7)) as u8)) & 1;
    store<f32>(to + (i << 2), bit == 1 ? 1 : -1);
  }
}
