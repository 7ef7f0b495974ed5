import { textOfBytes } from '../../../../base/bytes';
import { extensionOf } from '../../../../base/paths';
import type { ArrayProblem } from './problems';

export interface ReadMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  /** Whether numbers are what they are, and not bytes that may be packed bits or have an offset. */
  readonly areNumbers: boolean;
  readonly isRounded: boolean;
  readonly ids?: readonly string[];
}

export type ArrayFailure = { readonly why: ArrayProblem };
type Reader = (bytes: Uint8Array) => ReadMatrix | { readonly texts: readonly string[] } | ArrayFailure;

export interface ArrayHeader {
  readonly numbers: 'f' | 'i' | 'u';
  readonly bytesPerNumber: 1 | 2 | 4 | 8;
  readonly isLittle: boolean;
  readonly isFortran: boolean;
  readonly rows: number;
  readonly columns: number;
  readonly dataAt: number;
  /** Bytes before each row, which repeat its width. */
  readonly beforeRow?: number;
}

const viewOf = (bytes: Uint8Array, at = 0) => new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at);

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

interface NpyParts extends Pick<ArrayHeader, 'isFortran' | 'dataAt'> {
  readonly type: string;
  readonly sizes: readonly number[];
}

/** `.npy`, versions 1 to 3 (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html) */
function npyParts(bytes: Uint8Array): NpyParts | ArrayFailure {
  if (bytes.length === 0) return { why: 'empty-file' };
  if (!MAGIC.every((byte, i) => bytes[i] === byte) || bytes.length < 12) return { why: 'no-array' };
  const isFirst = bytes[6] === 1;
  const textAt = isFirst ? 10 : 12;
  const dataAt = textAt + (isFirst ? viewOf(bytes).getUint16(8, true) : viewOf(bytes).getUint32(8, true));
  const text = [...bytes.subarray(textAt, dataAt)].map((unit) => String.fromCharCode(unit)).join('');
  const type = /'descr'\s*:\s*'([^']*)'/.exec(text)?.[1];
  const shape = /'shape'\s*:\s*\(([^)]*)\)/.exec(text)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  if (type === undefined || shape === undefined || order === undefined) return { why: 'header' };
  const sizes = shape.split(',').filter((part) => part.trim() !== '');
  return { type, sizes: sizes.map(Number), isFortran: order === 'True', dataAt };
}

export function readNpyHeader(bytes: Uint8Array): ArrayHeader | ArrayFailure {
  const parts = npyParts(bytes);
  if ('why' in parts) return parts;
  const { type, sizes, isFortran, dataAt } = parts;
  if (type.endsWith('O')) return { why: 'pickle' };
  return headerOf(type.slice(1), sizes, { isLittle: !type.startsWith('>'), isFortran, dataAt }, type);
}

type Rest = Pick<ArrayHeader, 'isLittle' | 'isFortran' | 'dataAt'>;

function headerOf(type: string, sizes: readonly number[], rest: Rest, shown = type): ArrayHeader | ArrayFailure {
  if (!/^(?:f[248]|[iu]1)$/.test(type)) return { why: { type: shown } };
  if (sizes.length !== 2) return { why: { dimensions: sizes.length } };
  const [rows, columns] = sizes as [number, number];
  if (!(rows > 0 && columns > 0)) return { why: { rows, columns } };
  const [numbers, bytesPerNumber] = [type[0] as 'f', Number(type[1]) as 4];
  return { numbers, bytesPerNumber, rows, columns, ...rest };
}

const readNpy: Reader = (bytes) => {
  const parts = npyParts(bytes);
  const text = 'why' in parts || parts.sizes.length !== 1 ? null : /^.([USiu])(\d+)$/.exec(parts.type);
  return text && 'sizes' in parts
    ? textsOf(bytes.subarray(parts.dataAt), text[1]!, Number(text[2]), parts.sizes[0]!)
    : matrixOf(bytes, readNpyHeader(bytes));
};

/** Ids, as NumPy writes texts (of four bytes a character, or of one) and whole numbers. */
function textsOf(bytes: Uint8Array, kind: string, size: number, rows: number): ReturnType<Reader> {
  const step = kind === 'U' ? 4 * size : size;
  const [view, expected] = [viewOf(bytes), rows * step];
  if (bytes.length !== expected) return { why: { rows, columns: 1, expected, got: bytes.length } };
  const texts = Array.from({ length: rows }, (_, row) => {
    const at = row * step;
    if (kind === 'i' || kind === 'u') return String(size === 8 ? view.getBigInt64(at, true) : view.getInt32(at, true));
    const own = bytes.subarray(at, at + step);
    const codes = kind === 'U' ? Array.from({ length: size }, (__, i) => view.getUint32(at + 4 * i, true)) : [...own];
    return String.fromCodePoint(...codes.filter((code) => code !== 0));
  });
  return { texts };
}

function matrixOf(bytes: Uint8Array, header: ArrayHeader | ArrayFailure): ReadMatrix | ArrayFailure {
  if ('why' in header) return header;
  const { rows, columns, bytesPerNumber, dataAt, numbers, beforeRow = 0 } = header;
  const [expected, got] = [rows * (columns * bytesPerNumber + beforeRow), bytes.length - dataAt];
  if (expected !== got) return { why: { rows, columns, expected, got } };
  const values = asTheyLie(bytes, header) ?? arrayNumbers(bytes, header);
  return { rows, columns, values, areNumbers: numbers === 'f' || beforeRow > 0, isRounded: bytesPerNumber === 8 };
}

/** A view, where they are written as this machine has them: every browser runs on little-endian ones. */
function asTheyLie(bytes: Uint8Array, { numbers, bytesPerNumber, isLittle, isFortran, ...header }: ArrayHeader) {
  const { rows, columns, dataAt, beforeRow } = header;
  const at = bytes.byteOffset + dataAt;
  if (numbers !== 'f' || bytesPerNumber !== 4 || !isLittle || isFortran || beforeRow || at % 4 !== 0) return null;
  return new Float32Array(bytes.buffer, at, rows * columns);
}

export function arrayNumbers(bytes: Uint8Array, header: ArrayHeader): Float32Array {
  const { numbers, bytesPerNumber, isLittle, isFortran, rows, columns, dataAt, beforeRow = 0 } = header;
  const view = viewOf(bytes, dataAt);
  const read = {
    1: (at: number) => (numbers === 'i' ? view.getInt8(at) : view.getUint8(at)),
    2: (at: number) => halfOf(view.getUint16(at, isLittle)),
    4: (at: number) => view.getFloat32(at, isLittle),
    8: (at: number) => view.getFloat64(at, isLittle),
  }[bytesPerNumber];
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const place = isFortran ? column * rows + row : row * columns + column;
      values[row * columns + column] = read(place * bytesPerNumber + (row + 1) * beforeRow);
    }
  return values;
}

/** From the bits of IEEE 754 binary16. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

interface Tensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

/** One tensor, maybe with ids of its rows in the metadata (https://huggingface.co/docs/safetensors) */
const readSafetensors: Reader = (bytes) => {
  const length = bytes.length < 8 ? Infinity : Number(viewOf(bytes).getBigUint64(0, true));
  if (length > bytes.length - 8) return { why: 'no-array' };
  try {
    const { __metadata__: about, ...tensors } = JSON.parse(textOfBytes(bytes.subarray(8, 8 + length))) as {
      readonly [name: string]: Tensor;
      readonly __metadata__: Tensor & { readonly ids?: string };
    };
    const [only, ...more] = Object.values(tensors);
    if (!only || more.length > 0) return { why: { tensors: Object.keys(tensors) } };
    const [, kind = '', bits] = /^([FIU])(\d+)$/.exec(only.dtype) ?? [];
    const rest = { isLittle: true, isFortran: false, dataAt: 8 + length + only.data_offsets[0] };
    const read = matrixOf(bytes, headerOf(`${kind.toLowerCase()}${Number(bits) / 8}`, only.shape, rest, only.dtype));
    return about?.ids === undefined ? read : { ...read, ids: (JSON.parse(about.ids) as unknown[]).map(String) };
  } catch {
    return { why: 'header' };
  }
};

const LITTLE = { isLittle: true, isFortran: false } as const;

/** Each row with its width before it (http://corpus-texmex.irisa.fr); SIFT's bytes are numbers from 0, without an offset. */
const readVecs =
  (numbers: 'f' | 'u', bytesPerNumber: 1 | 4): Reader =>
  (bytes) => {
    const columns = bytes.length < 4 ? 0 : viewOf(bytes).getInt32(0, true);
    const rows = Math.max(1, Math.floor(bytes.length / (4 + columns * bytesPerNumber)));
    if (columns < 1) return { why: 'header' };
    return matrixOf(bytes, { numbers, bytesPerNumber, ...LITTLE, rows, columns, dataAt: 0, beforeRow: 4 });
  };

/** The numbers of rows and columns before all rows (https://big-ann-benchmarks.com) */
const readBin: Reader = (bytes) => {
  if (bytes.length < 8) return { why: 'empty-file' };
  const sizes = [viewOf(bytes).getUint32(0, true), viewOf(bytes).getUint32(4, true)];
  return matrixOf(bytes, headerOf('f4', sizes, { ...LITTLE, dataAt: 8 }));
};

const refused = (why: ArrayProblem) => () => ({ why });

/** By extension. What runs code when it is read, or needs its library, is refused with what to write instead. */
const READERS: Readonly<Record<string, Reader>> = {
  npy: readNpy,
  safetensors: readSafetensors,
  fvecs: readVecs('f', 4),
  bvecs: readVecs('u', 1),
  fbin: readBin,
  pkl: refused('pickle'),
  pickle: refused('pickle'),
  pt: refused('pickle'),
  index: refused('faiss'),
  faiss: refused('faiss'),
};

export const isArrayName = (path: string): boolean => Object.hasOwn(READERS, extensionOf(path));

/** Numbers may be a view of the bytes. */
export const readArray = (path: string, bytes: Uint8Array): ReturnType<Reader> => READERS[extensionOf(path)]!(bytes);
