import { fromHalf, textOfBytes } from '../../../../base/bytes';
import { extensionOf } from '../../../../base/paths';
import type { ArrayProblem } from './problems';

export interface ReadMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array | Int8Array | Uint8Array;
  /** Whether numbers are what they are, and not bytes that may be packed bits or have an offset. */
  readonly areNumbers: boolean;
  readonly isRounded: boolean;
  readonly ids?: readonly string[];
}

type ArrayFailure = { readonly why: ArrayProblem };
type Reader = (bytes: Uint8Array) => ReadMatrix | { readonly texts: readonly string[] } | ArrayFailure;

/** How the numbers of an array lie in its bytes. */
interface Layout {
  /** As NumPy names types, without their order of bytes: `f4`. */
  readonly type: string;
  /** As the file has it. */
  readonly writtenType?: string;
  readonly sizes: readonly number[];
  readonly dataAt: number;
  readonly isBig?: boolean;
  readonly isFortran?: boolean;
  /** Bytes before each row, which repeat its width. */
  readonly beforeRow?: number;
}

export interface ArrayHeader extends Omit<Layout, 'sizes'> {
  readonly type: keyof typeof NUMBERS;
  readonly bytesPerNumber: number;
  readonly rows: number;
  readonly columns: number;
}

const NUMBERS = {
  f2: (view: DataView, at: number, isLittle: boolean) => fromHalf(view.getUint16(at, isLittle)),
  f4: (view: DataView, at: number, isLittle: boolean) => view.getFloat32(at, isLittle),
  f8: (view: DataView, at: number, isLittle: boolean) => view.getFloat64(at, isLittle),
  i1: (view: DataView, at: number) => view.getInt8(at),
  u1: (view: DataView, at: number) => view.getUint8(at),
} as const;

const viewOf = (bytes: Uint8Array, at = 0) => new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at);

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** `.npy`, versions 1 to 3 (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html) */
function npyLayout(bytes: Uint8Array): Layout | ArrayFailure {
  if (bytes.length === 0) return { why: 'empty-file' };
  if (!MAGIC.every((byte, i) => bytes[i] === byte) || bytes.length < 12) return { why: 'no-array' };
  const isFirst = bytes[6] === 1;
  const textAt = isFirst ? 10 : 12;
  const dataAt = textAt + (isFirst ? viewOf(bytes).getUint16(8, true) : viewOf(bytes).getUint32(8, true));
  const text = textOfBytes(bytes.subarray(textAt, dataAt));
  const writtenType = /'descr'\s*:\s*'([^']*)'/.exec(text)?.[1];
  const shape = /'shape'\s*:\s*\(([^)]*)\)/.exec(text)?.[1];
  const fortran = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  if (writtenType === undefined || shape === undefined || fortran === undefined) return { why: 'header' };
  const sizes = shape.split(',').filter((part) => part.trim() !== '');
  const isBig = writtenType.startsWith('>');
  const type = writtenType.slice(1);
  return { type, writtenType, sizes: sizes.map(Number), isBig, isFortran: fortran === 'True', dataAt };
}

export function readNpyHeader(bytes: Uint8Array): ArrayHeader | ArrayFailure {
  const layout = npyLayout(bytes);
  if ('why' in layout) return layout;
  return layout.type.startsWith('O') ? { why: 'pickle' } : headerOf(layout);
}

function headerOf({ sizes, ...layout }: Layout): ArrayHeader | ArrayFailure {
  const { type, writtenType = type } = layout;
  if (!isNumberType(type)) return { why: { type: writtenType } };
  if (sizes.length !== 2) return { why: { dimensions: sizes.length } };
  const [rows, columns] = sizes as [number, number];
  if (!(rows > 0 && columns > 0)) return { why: { rows, columns } };
  return { ...layout, type, bytesPerNumber: Number(type[1]), rows, columns };
}

const isNumberType = (type: string): type is keyof typeof NUMBERS => Object.hasOwn(NUMBERS, type);

const readNpy: Reader = (bytes) => {
  const layout = npyLayout(bytes);
  const areTexts = 'sizes' in layout && layout.sizes.length === 1 && /^[USiu]\d+$/.test(layout.type);
  return areTexts ? textsOf(bytes.subarray(layout.dataAt), layout) : matrixOf(bytes, readNpyHeader(bytes));
};

/** Ids, as NumPy writes texts (of four bytes a character, or of one) and whole numbers. */
function textsOf(bytes: Uint8Array, { type, sizes, isBig }: Layout): ReturnType<Reader> {
  const [kind, size, rows] = [type[0], Number(type.slice(1)), sizes[0]!];
  const step = kind === 'U' ? 4 * size : size;
  const [view, expected] = [viewOf(bytes), rows * step];
  if (step === 0 || bytes.length !== expected) return { why: { rows, columns: 1, expected, got: bytes.length } };
  const textAt = (at: number): string => {
    const own = bytes.subarray(at, at + step);
    if (kind === 'i' || kind === 'u') {
      const whole = (isBig ? own : own.toReversed()).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      return String(kind === 'i' ? BigInt.asIntN(8 * size, whole) : whole);
    }
    const codes = kind === 'U' ? Array.from({ length: size }, (_, i) => view.getUint32(at + 4 * i, !isBig)) : [...own];
    return String.fromCodePoint(...codes.filter((code) => code !== 0));
  };
  return { texts: Array.from({ length: rows }, (_, row) => textAt(row * step)) };
}

function matrixOf(bytes: Uint8Array, header: ArrayHeader | ArrayFailure): ReadMatrix | ArrayFailure {
  if ('why' in header) return header;
  const { type, rows, columns, bytesPerNumber, dataAt, beforeRow = 0 } = header;
  const [expected, got] = [rows * (columns * bytesPerNumber + beforeRow), bytes.length - dataAt];
  if (expected !== got) return { why: { rows, columns, expected, got } };
  const areNumbers = type.startsWith('f') || beforeRow > 0;
  return { rows, columns, values: arrayNumbers(bytes, header), areNumbers, isRounded: bytesPerNumber === 8 };
}

/** A view, where they are written as this machine has them: every browser runs on little-endian ones. */
export function arrayNumbers(bytes: Uint8Array, header: ArrayHeader): ReadMatrix['values'] {
  const { type, bytesPerNumber, isBig = false, isFortran, rows, columns, dataAt, beforeRow = 0 } = header;
  const kind = type === 'i1' ? Int8Array : type === 'u1' ? Uint8Array : Float32Array;
  const start = bytes.byteOffset + dataAt;
  if (
    kind.BYTES_PER_ELEMENT === bytesPerNumber &&
    !isBig &&
    !isFortran &&
    beforeRow === 0 &&
    start % bytesPerNumber === 0
  )
    return new kind(bytes.buffer as ArrayBuffer, start, rows * columns);
  const [view, read] = [viewOf(bytes, dataAt), NUMBERS[type]];
  const values = new kind(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const place = isFortran ? column * rows + row : row * columns + column;
      values[row * columns + column] = read(view, place * bytesPerNumber + (row + 1) * beforeRow, !isBig);
    }
  return values;
}

type Tensor = { readonly dtype: string; readonly shape: readonly number[]; readonly data_offsets: readonly number[] };

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
    const type = only.dtype.toLowerCase().replace(/\d+$/, (bits) => `${Number(bits) / 8}`);
    const layout = { type, writtenType: only.dtype, sizes: only.shape, dataAt: 8 + length + only.data_offsets[0]! };
    const read = matrixOf(bytes, headerOf(layout));
    return about?.ids === undefined ? read : { ...read, ids: (JSON.parse(about.ids) as unknown[]).map(String) };
  } catch {
    return { why: 'header' };
  }
};

/** Each row with its width before it (http://corpus-texmex.irisa.fr); SIFT's bytes are numbers from 0, without an offset. */
const readVecs =
  (type: 'f4' | 'u1'): Reader =>
  (bytes) => {
    const columns = bytes.length < 4 ? 0 : viewOf(bytes).getInt32(0, true);
    if (columns < 1) return { why: 'header' };
    const rows = Math.max(1, Math.floor(bytes.length / (4 + columns * Number(type[1]))));
    return matrixOf(bytes, headerOf({ type, sizes: [rows, columns], dataAt: 0, beforeRow: 4 }));
  };

/** The numbers of rows and columns before all rows (https://big-ann-benchmarks.com) */
const readBin: Reader = (bytes) => {
  if (bytes.length < 8) return { why: 'empty-file' };
  const sizes = [viewOf(bytes).getUint32(0, true), viewOf(bytes).getUint32(4, true)];
  return matrixOf(bytes, headerOf({ type: 'f4', sizes, dataAt: 8 }));
};

const refused = (why: ArrayProblem) => () => ({ why });

/** By extension. What runs code when it is read, or needs its library, is refused with what to write instead. */
const READERS: Readonly<Record<string, Reader>> = {
  npy: readNpy,
  safetensors: readSafetensors,
  fvecs: readVecs('f4'),
  bvecs: readVecs('u1'),
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
