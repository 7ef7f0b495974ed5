import { fromHalf } from '../../base/bytes';
import type { DenseLayer } from '../../domain/models/configuration';

/** A layer after pooling: y = activation(W x + b). */
export type Dense = ReturnType<typeof denseLayer>;

export function denseLayer(
  { path, inFeatures, outFeatures, bias, activation }: DenseLayer,
  tensors: ReadonlyMap<string, Numbers>,
) {
  const weight = tensors.get('linear.weight');
  const shift = tensors.get('linear.bias');
  if (!weight) throw new Error(`${path} has no linear.weight, but ${[...tensors.keys()].join(', ')}`);
  if (weight.shape[0] !== outFeatures || weight.shape[1] !== inFeatures)
    throw new Error(`${path} is of ${weight.shape.join(' × ')} numbers where ${outFeatures} × ${inFeatures} are said`);
  if (bias && shift?.data.length !== outFeatures)
    throw new Error(`${path} has no linear.bias of ${outFeatures} numbers`);
  return { inFeatures, outFeatures, weight: weight.data, bias: bias ? shift!.data : null, activation };
}

/** Applies a layer to each row; sums in double precision. */
export function applyDense({ inFeatures, outFeatures, weight, bias, activation }: Dense, rows: Float32Array) {
  const count = rows.length / inFeatures;
  const out = new Float32Array(count * outFeatures);
  const activate = ACTIVATIONS[activation];
  for (let row = 0; row < count; row++)
    for (let o = 0; o < outFeatures; o++) {
      let sum = bias ? bias[o]! : 0;
      for (let i = 0; i < inFeatures; i++) sum += weight[o * inFeatures + i]! * rows[row * inFeatures + i]!;
      out[row * outFeatures + o] = activate(sum);
    }
  return out;
}

const ACTIVATIONS: Readonly<Record<DenseLayer['activation'], (x: number) => number>> = {
  identity: (x) => x,
  tanh: Math.tanh,
  relu: (x) => Math.max(0, x),
  gelu: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)),
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
};

/** To about twelve digits: Taylor series, beyond 3 a continued fraction (Abramowitz & Stegun, 7.1.5 and 7.1.14). */
export function erf(x: number): number {
  const size = Math.abs(x);
  if (size > 6) return Math.sign(x);
  if (size > 3) {
    let fraction = 0;
    for (let k = 60; k > 0; k--) fraction = k / 2 / (size + fraction);
    return Math.sign(x) * (1 - Math.exp(-size * size) / Math.sqrt(Math.PI) / (size + fraction));
  }
  let [sum, term] = [x, x];
  for (let n = 1; n < 100 && Math.abs(term) > 1e-17; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** Row-major. */
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
 * Reads safetensors (https://github.com/huggingface/safetensors): length of the header in eight bytes, a JSON header,
 * little-endian numbers.
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

export function toFloat32(bytes: Uint8Array, format: FloatFormat): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'float32')
    return Float32Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(i * 4, true));
  const decode = format === 'float16' ? fromHalf : fromBrainHalf;
  return Float32Array.from({ length: bytes.length / 2 }, (_, i) => decode(view.getUint16(i * 2, true)));
}

const WORD = new DataView(new ArrayBuffer(4));

/** Of bfloat16: the upper half of a Float32. */
function fromBrainHalf(bits: number): number {
  WORD.setUint32(0, bits << 16);
  return WORD.getFloat32(0);
}
