import { expect, it } from 'vitest';
import { bytesOfVectors, floatBlocks, pickRows, rowCount, vectorsOfBytes } from '../../../src/base/vectors';

const ROWS = 1500;
const bytes = Uint8Array.from({ length: 4 * 8 * ROWS }, (_, i) => i % 251);

it.each([
  ['numbers of single precision', 32],
  ['of a byte', 8],
  ['bits', 1],
])('rows of %s are told by their bytes, picked, and read block by block', (_, size) => {
  const vectors = vectorsOfBytes(bytes.subarray(0, size * ROWS), 8 * ROWS)!;
  expect(rowCount(vectors, 8)).toBe(ROWS);
  const rows = [1400, 0, 1400];
  const picked = pickRows(vectors, 8, rows);
  expect([...bytesOfVectors(picked)]).toEqual(rows.flatMap((row) => [...bytes.subarray(row * size, (row + 1) * size)]));
  const floats = [...floatBlocks(vectors, 8)].flatMap((block) => [...block]);
  expect([...floatBlocks(picked, 8)].flatMap((block) => [...block])).toEqual(
    rows.flatMap((row) => floats.slice(row * 8, (row + 1) * 8)),
  );
  expect(vectorsOfBytes(bytes.subarray(0, size * ROWS - 1), 8 * ROWS)).toBeNull();
});
