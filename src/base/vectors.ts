/**
 * Row-major vectors in the numbers that they came in: of single precision, whole numbers of a byte, or bits, each of which
 * is 1 or −1, eight to a byte, the highest first.
 */
export type Vectors = Float32Array | Int8Array | Uint8Array;

const elementsOf = (vectors: Vectors, numbers: number): number =>
  vectors instanceof Uint8Array ? numbers / 8 : numbers;

export const rowCount = (vectors: Vectors, dimensions: number): number =>
  vectors.length / elementsOf(vectors, dimensions);

export const bitsPerNumber = (vectors: Vectors): 32 | 8 | 1 =>
  vectors instanceof Float32Array ? 32 : vectors instanceof Int8Array ? 8 : 1;

/** Some rows as numbers of single precision; a view where they are. */
export function floatRows(vectors: Vectors, dimensions: number, from = 0, to = Infinity): Float32Array {
  const width = elementsOf(vectors, dimensions);
  const rows = vectors.subarray(from * width, Math.min(vectors.length, to * width));
  if (rows instanceof Float32Array) return rows;
  if (rows instanceof Int8Array) return Float32Array.from(rows);
  const numbers = new Float32Array(rows.length * 8);
  for (let i = 0; i < numbers.length; i++) numbers[i] = (rows[i >> 3]! >> (7 - (i & 7))) & 1 ? 1 : -1;
  return numbers;
}

/** A copy of all rows would take as much memory as they do, or more. */
const BLOCK_ROWS = 1024;

export function* floatBlocks(vectors: Vectors, dimensions: number): Generator<Float32Array> {
  const count = rowCount(vectors, dimensions);
  for (let row = 0; row < count; row += BLOCK_ROWS) yield floatRows(vectors, dimensions, row, row + BLOCK_ROWS);
}

export const bytesOfVectors = ({ buffer, byteOffset, byteLength }: Vectors): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Of so many numbers, by how many bytes they take; null where it is none of the kinds. */
export function vectorsOfBytes(bytes: Uint8Array, numbers: number): Vectors | null {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteLength === 4 * numbers) return new Float32Array(buffer, byteOffset, numbers);
  if (byteLength === numbers) return new Int8Array(buffer, byteOffset, numbers);
  return 8 * byteLength === numbers ? bytes : null;
}

/** @param into bytes that are written to */
export function pickRows<Kind extends Vectors>(
  vectors: Kind,
  dimensions: number,
  rows: readonly number[],
  into?: Uint8Array,
): Kind {
  const all = bytesOfVectors(vectors);
  const width = all.length / rowCount(vectors, dimensions);
  const picked = into ?? new Uint8Array(rows.length * width);
  rows.forEach((row, to) => picked.set(all.subarray(row * width, (row + 1) * width), to * width));
  return vectorsOfBytes(picked, rows.length * dimensions) as Kind;
}
