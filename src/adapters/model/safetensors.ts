/** A matrix or a vector of numbers, row-major. */
export interface Numbers {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

const FORMATS: Readonly<Record<string, FloatFormat>> = { F32: 'float32', F16: 'float16', BF16: 'bfloat16' };

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/**
 * Reads safetensors: eight bytes with the length of a JSON header, the header, then the numbers, little-endian.
 *
 * @see https://github.com/huggingface/safetensors
 * @throws {Error} where it is none, or holds numbers of another format than F32, F16 and BF16
 */
export function readSafetensors(file: Uint8Array): ReadonlyMap<string, Numbers> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const length = file.length < 8 ? Infinity : Number(view.getBigUint64(0, true));
  if (8 + length > file.length) throw new Error('it is no file of safetensors, or its end is missing');
  const header = parsed(new TextDecoder().decode(file.subarray(8, 8 + length)));
  const body = file.subarray(8 + length);
  const found = new Map<string, Numbers>();
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const { dtype, shape, data_offsets: offsets } = entry;
    const format = FORMATS[dtype];
    if (!format) throw new Error(`${name} holds numbers of the format ${dtype}; F32, F16 and BF16 can be read`);
    const data = toFloat32(body.subarray(...offsets), format);
    if (data.length !== shape.reduce((product, each) => product * each, 1))
      throw new Error(`${name} has ${data.length} numbers, not ${shape.join(' × ')}: the end of the file is missing`);
    found.set(name, { shape, data });
  }
  return found;
}

function parsed(text: string): Record<string, Entry> {
  try {
    return JSON.parse(text) as Record<string, Entry>;
  } catch (cause) {
    throw new Error('it is no file of safetensors: its header cannot be read', { cause });
  }
}

type FloatFormat = 'float32' | 'float16' | 'bfloat16';

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
