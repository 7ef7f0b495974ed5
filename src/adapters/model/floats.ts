/** Numbers as files and tensors hold them. */
export type FloatFormat = 'float32' | 'float16' | 'bfloat16';

/** As Float32: exact for all three, since every half is one. */
export function toFloat32(bytes: Uint8Array, format: FloatFormat): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'float32')
    return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
  const decode = format === 'float16' ? fromHalf : fromBrainHalf;
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) => decode(view.getUint16(i * 2, true)));
}

/** Of IEEE 754 binary16: 1 bit sign, 5 bits exponent, 10 bits fraction. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const WORD = new DataView(new ArrayBuffer(4));

/** Of bfloat16: the upper half of a Float32. */
function fromBrainHalf(bits: number): number {
  WORD.setUint32(0, bits << 16);
  return WORD.getFloat32(0);
}
