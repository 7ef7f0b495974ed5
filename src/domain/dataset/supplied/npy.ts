import type { ArrayProblem } from '../outcome';
import { problem, type ProblemLog } from '../problem';

/** A two-dimensional array of numbers, row-major. */
export interface NumberTable {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  /** Whether the file has more precision than is kept. */
  readonly isRounded: boolean;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

const isNpy = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

export interface NpyHeader {
  readonly bytesPerNumber: 2 | 4 | 8;
  readonly isLittle: boolean;
  readonly isFortran: boolean;
  readonly rows: number;
  readonly columns: number;
  readonly dataAt: number;
}

/**
 * Reads a 2-D float array in NumPy's `.npy`, versions 1 to 3
 * (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html), kept in single precision, as vectors are
 * searched. The numbers may be a view of the bytes, which may be most of the memory.
 *
 * @returns null where it is none, which is reported
 */
export function readNpy(bytes: Uint8Array, file: string, log: ProblemLog): NumberTable | null {
  const header = readNpyHeader(bytes);
  if (!('dataAt' in header)) {
    log.add(problem('bad-array', { file }, header.why));
    return null;
  }
  const { rows, columns, bytesPerNumber, dataAt } = header;
  const [expected, got] = [rows * columns * bytesPerNumber, bytes.length - dataAt];
  if (expected !== got) {
    log.add(problem('bad-array', { file }, { rows, columns, expected, got }));
    return null;
  }
  return {
    rows,
    columns,
    values: asTheyLie(bytes, header) ?? arrayNumbers(bytes, header),
    isRounded: bytesPerNumber === 8,
  };
}

/** @param bytes the beginning of a file, at least the whole header */
export function readNpyHeader(bytes: Uint8Array): NpyHeader | { readonly why: ArrayProblem } {
  if (bytes.length === 0) return { why: 'empty-file' };
  if (!isNpy(bytes) || bytes.length < 12) return { why: 'no-array' };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isFirst = bytes[6] === 1;
  const textAt = isFirst ? 10 : 12;
  const dataAt = textAt + (isFirst ? view.getUint16(8, true) : view.getUint32(8, true));
  const text = [...bytes.subarray(textAt, dataAt)].map((unit) => String.fromCharCode(unit)).join('');
  const type = /'descr'\s*:\s*'([^']*)'/.exec(text)?.[1];
  const shape = /'shape'\s*:\s*\(([^)]*)\)/.exec(text)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(text)?.[1];
  if (type === undefined || shape === undefined || order === undefined) return { why: 'header' };
  const found = /^([<>])f([248])$/.exec(type);
  if (!found) return { why: { type } };
  const sizes = shape.split(',').filter((part) => part.trim() !== '');
  if (sizes.length !== 2) return { why: { dimensions: sizes.length } };
  const [rows, columns] = sizes.map(Number) as [number, number];
  if (!(rows > 0 && columns > 0)) return { why: { rows, columns } };
  const bytesPerNumber = Number(found[2]) as 2 | 4 | 8;
  return { bytesPerNumber, isLittle: found[1] === '<', isFortran: order === 'True', rows, columns, dataAt };
}

/** A view, where they are written as this machine has them: every browser runs on little-endian ones. */
function asTheyLie(bytes: Uint8Array, { bytesPerNumber, isLittle, isFortran, rows, columns, dataAt }: NpyHeader) {
  const at = bytes.byteOffset + dataAt;
  if (bytesPerNumber !== 4 || !isLittle || isFortran || at % 4 !== 0) return null;
  return new Float32Array(bytes.buffer, at, rows * columns);
}

/** The numbers of an array, or of some of its rows where these are all that the header counts, row-major. */
export function arrayNumbers(
  bytes: Uint8Array,
  { bytesPerNumber, isLittle, isFortran, rows, columns, dataAt }: NpyHeader,
): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataAt);
  const read = {
    2: (at: number) => halfOf(view.getUint16(at, isLittle)),
    4: (at: number) => view.getFloat32(at, isLittle),
    8: (at: number) => view.getFloat64(at, isLittle),
  }[bytesPerNumber];
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const place = isFortran ? column * rows + row : row * columns + column;
      values[row * columns + column] = read(place * bytesPerNumber);
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
