import { bytesOfBase64 } from '../../../../base/bytes';

/** Numbers of a vector as they are written: `ubinary` are packed bits, `binary` the same less 128 (sentence-transformers). */
export const ENCODINGS = ['float', 'int8', 'uint8', 'binary', 'ubinary'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Why a cell holds no vector; `text` where it is not meant as one. */
export type CellFlaw = 'none' | 'number-missing' | 'several' | 'sparse' | 'cut' | 'text';

/** Numbers, or bytes of which it is not known yet what they are. */
export type RawRow = Float32Array | Uint8Array;

const BASE64 = /^(?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A list of numbers, one as text of JSON, PostgreSQL or NumPy, bytes, or bytes in base64. */
export function rowIn(value: unknown): RawRow | CellFlaw {
  if (value === null || value === undefined || value === '') return 'none';
  if (value instanceof Uint8Array || value instanceof Float32Array) return value;
  if (value instanceof Int8Array || value instanceof Float64Array) return Float32Array.from(value);
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? rowOfText(value.trim()) : bytesOf(value);
  if (Array.isArray(value)) return rowOfList(value as readonly unknown[]);
  return typeof value === 'object' && 'indices' in value ? 'sparse' : 'text';
}

function rowOfList(list: readonly unknown[]): RawRow | CellFlaw {
  if (list.length === 0) return 'none';
  if (list.every(Array.isArray)) return 'several';
  if (list.every((each) => typeof each === 'number')) return Float32Array.from(list);
  return list.some((each) => typeof each === 'number') ? 'number-missing' : 'text';
}

function rowOfText(text: string): RawRow | CellFlaw {
  if (/\.\.\.|…/.test(text)) return 'cut';
  if (/^.\s*[[{]/.test(text)) return 'several';
  const words = text.slice(1, -1).split(/[\s,]+/);
  return rowOfList(
    words.filter((word) => word !== '').map((word) => (Number.isNaN(Number(word)) ? word : Number(word))),
  );
}

const bytesOf = (text: string): Uint8Array | 'text' => (BASE64.test(text) ? bytesOfBase64(text) : 'text');

/**
 * Rows as numbers; `isGuess` where nothing but the numbers says what they are. @param named what a field's name says
 * @returns null where it cannot be told what bytes or whole numbers mean
 */
export function settled(raw: readonly RawRow[], named: Encoding | null) {
  const floats = floatsOf(raw);
  if (floats) return { rows: floats, encoding: 'float' as const, isGuess: false };
  const areNumbers = raw.every((row) => row instanceof Float32Array);
  // Rows of a large array are not copied.
  const unsigned = areNumbers ? raw : raw.map((row) => Float32Array.from(row));
  const signed = () => raw.map((row) => (row instanceof Uint8Array ? Float32Array.from(new Int8Array(row)) : row));
  let encoding = named ?? spreadOf(unsigned);
  // Bytes of signed numbers lie as far from 128 as packed bits do.
  if (!named && !areNumbers && encoding === 'ubinary' && spreadOf(signed()) !== 'binary') encoding = spreadOf(signed());
  const rows = encoding === 'int8' && !areNumbers ? signed() : unsigned;
  const isGuess = named === null && encoding !== 'float' && (encoding !== 'int8' || !areNumbers);
  const decode = encoding && DECODERS[encoding];
  return encoding && { rows: decode ? rows.map(decode) : rows, encoding, isGuess };
}

/** Bytes as numbers of single precision, little endian; null where they are surely none. */
function floatsOf(raw: readonly RawRow[]): Float32Array[] | null {
  const rows: Float32Array[] = [];
  for (const row of raw) {
    if (!(row instanceof Uint8Array) || row.length % 4 !== 0) return null;
    rows.push(new Float32Array(row.slice().buffer));
  }
  const isNumber = (value: number): boolean => value === 0 || (Math.abs(value) > 1e-12 && Math.abs(value) < 1e6);
  return rows.every((row) => row.every(isNumber)) ? rows : null;
}

/** Fewer numbers say nothing of their spread. */
const FEWEST = 24;
/** Deviations from the middle: of packed bits it is 74, of numbers of vectors at most some 45. */
const [NARROW, WIDE] = [50, 60];

/** By how whole numbers of a byte are spread: packed bits evenly, numbers around the middle. */
function spreadOf(rows: readonly Float32Array[]): Encoding | null {
  let [least, most, count, sum, squares] = [Infinity, -Infinity, 0, 0, 0];
  for (const row of rows)
    for (const value of row) {
      if (!Number.isInteger(value)) return 'float';
      least = Math.min(least, value);
      most = Math.max(most, value);
      count++;
      sum += value;
      squares += value * value;
    }
  const isSigned = least < 0;
  if (least < -128 || most > 255 || (isSigned ? most > 127 : most < 128)) return 'float';
  const [middle, mean] = [isSigned ? 0 : 128, sum / count];
  const deviation = Math.sqrt(squares / count - 2 * middle * mean + middle * middle);
  if (deviation > WIDE && count >= FEWEST) return isSigned ? 'binary' : 'ubinary';
  if (isSigned) return deviation < NARROW || count < FEWEST ? 'int8' : null;
  return deviation < NARROW && Math.abs(mean - middle) < 10 && count >= FEWEST ? 'uint8' : null;
}

/** To numbers of which the cosine is that of what is meant: a bit is 1 or −1. Bedrock writes bits as 0 and 1. */
const DECODERS: Readonly<Partial<Record<Encoding, (row: Float32Array) => Float32Array>>> = {
  uint8: (row) => row.map((value) => value - 128),
  ubinary: (row) => signsOf(row, 0),
  binary: (row) => (row.every((bit) => bit === 0 || bit === 1) ? row.map((bit) => 2 * bit - 1) : signsOf(row, 128)),
};

/** Bits of bytes, the highest first, as NumPy packs them. */
const signsOf = (bytes: Float32Array, offset: number): Float32Array =>
  Float32Array.from({ length: bytes.length * 8 }, (_, i) =>
    ((bytes[i >> 3]! + offset) >> (7 - (i & 7))) & 1 ? 1 : -1,
  );
