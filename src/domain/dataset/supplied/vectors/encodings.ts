import { bytesOfBase64 } from '../../../../base/bytes';
import { bytesOfVectors, type Vectors } from '../../../../base/vectors';
import type { NumberRow, WrittenNumbers } from './written-numbers';

/** Numbers of a vector as they are written: `ubinary` are packed bits, `binary` the same less 128 (sentence-transformers). */
export const ENCODINGS = ['float', 'int8', 'uint8', 'binary', 'ubinary'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Why a cell holds no vector; `text` where it is not meant as one. */
export type CellFlaw = 'none' | 'number-missing' | 'several' | 'sparse' | 'cut' | 'text';

const BASE64 = /^(?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A list of numbers, one as text of JSON, PostgreSQL or NumPy, bytes, or bytes in base64. */
export function rowIn(value: unknown): NumberRow | CellFlaw {
  if (value === null || value === undefined || value === '') return 'none';
  if (ArrayBuffer.isView(value)) return isNumbers(value) ? (value.length > 0 ? value : 'none') : 'text';
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? rowOfText(value.trim()) : bytesOf(value);
  if (Array.isArray(value)) return rowOfList(value as readonly unknown[]);
  return typeof value === 'object' && 'indices' in value ? 'sparse' : 'text';
}

const isNumbers = (view: ArrayBufferView): view is Vectors | Float64Array =>
  [Float32Array, Float64Array, Int8Array, Uint8Array].some((kind) => view instanceof kind);

function rowOfList(list: readonly unknown[]): NumberRow | CellFlaw {
  if (list.length === 0) return 'none';
  if (list.every(Array.isArray)) return 'several';
  if (list.every((each) => typeof each === 'number')) return list;
  return list.some((each) => typeof each === 'number') ? 'number-missing' : 'text';
}

function rowOfText(text: string): NumberRow | CellFlaw {
  if (/\.\.\.|…/.test(text)) return 'cut';
  if (/^.\s*[[{]/.test(text)) return 'several';
  const words = text.slice(1, -1).split(/[\s,]+/);
  return rowOfList(
    words.filter((word) => word !== '').map((word) => (Number.isNaN(Number(word)) ? word : Number(word))),
  );
}

const bytesOf = (text: string): Uint8Array | 'text' => (BASE64.test(text) ? bytesOfBase64(text) : 'text');

interface Settled {
  readonly vectors: Vectors;
  readonly encoding: Encoding;
  /** Whether nothing but the numbers says what they are. */
  readonly isGuess: boolean;
}

/** @param named what a field's name says @returns a flaw where it cannot be told what bytes or whole numbers mean */
export function settled(
  { values, widths, areBytes }: WrittenNumbers,
  named: Encoding | null,
): Settled | 'whole' | 'misnamed' {
  if (values instanceof Float32Array)
    return named === null || named === 'float' || named === 'int8'
      ? { vectors: values, encoding: 'float', isGuess: false }
      : 'misnamed';
  const floats = areBytes && widths.every((width) => width % 4 === 0) ? floatsOf(values) : null;
  if (floats) return { vectors: floats, encoding: 'float', isGuess: false };
  const signed = new Int8Array(values.buffer, values.byteOffset, values.length);
  let encoding = named ?? spreadOf(values);
  // Bytes of signed numbers lie as far from 128 as packed bits do.
  if (!named && areBytes && encoding === 'ubinary' && spreadOf(signed) !== 'binary') encoding = spreadOf(signed);
  if (encoding === null) return 'whole';
  const vectors = DECODERS[encoding](encoding === 'int8' && areBytes ? signed : values);
  const isGuess = named === null && encoding !== 'float' && (encoding !== 'int8' || areBytes);
  return vectors ? { vectors, encoding, isGuess } : 'misnamed';
}

/** Bytes as numbers of single precision, little endian; null where they are surely none. */
function floatsOf(bytes: Uint8Array | Int8Array): Float32Array | null {
  const floats = new Float32Array(bytes.slice().buffer);
  const isNumber = (value: number): boolean => value === 0 || (Math.abs(value) > 1e-12 && Math.abs(value) < 1e6);
  return floats.every(isNumber) ? floats : null;
}

/** Fewer numbers say nothing of their spread. */
const FEWEST = 24;
/** Deviations from the middle: of packed bits it is 74, of numbers of vectors at most some 45. */
const [NARROW, WIDE] = [50, 60];

/** By how whole numbers of a byte are spread: packed bits evenly, numbers around the middle. */
function spreadOf(values: Int8Array | Uint8Array): Encoding | null {
  let [least, most, sum, squares] = [0, 0, 0, 0];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
    sum += value;
    squares += value * value;
  }
  const [isSigned, count] = [least < 0, values.length];
  if (!isSigned && most < 128) return 'float';
  const [middle, mean] = [isSigned ? 0 : 128, sum / count];
  const deviation = Math.sqrt(squares / count - 2 * middle * mean + middle * middle);
  if (deviation > WIDE && count >= FEWEST) return isSigned ? 'binary' : 'ubinary';
  if (isSigned) return deviation < NARROW || count < FEWEST ? 'int8' : null;
  return deviation < NARROW && Math.abs(mean - middle) < 10 && count >= FEWEST ? 'uint8' : null;
}

type Whole = Int8Array | Uint8Array;

const numbersOf = (values: Whole): Vectors =>
  values instanceof Int8Array
    ? values
    : values.some((value) => value > 127)
      ? new Float32Array(values)
      : new Int8Array(values);

/** Less 128, or 128 more: of a byte both turn its highest bit. */
function moved(values: Whole): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values);
  for (let i = 0; i < bytes.length; i++) bytes[i]! ^= 0x80;
  return bytes;
}

/** To numbers of which the cosine is that of what is meant. Bedrock writes bits as 0 and 1. */
const DECODERS: Readonly<Record<Encoding, (values: Whole) => Vectors | null>> = {
  float: numbersOf,
  int8: numbersOf,
  uint8: (values) => (values instanceof Int8Array ? null : new Int8Array(moved(values).buffer)),
  ubinary: bytesOfVectors,
  binary: (values) =>
    values.every((bit) => bit === 0 || bit === 1) ? Int8Array.from(values, (bit) => 2 * bit - 1) : moved(values),
};
