import { closeSync, openSync, writeSync } from 'node:fs';

const CENTRES = 1000;

/**
 * An array of two dimensions in float32, as `numpy.save` writes it: rows around a thousand centres, the same each time.
 * What search costs does not depend on them.
 */
export function writeMadeVectors(path, count, dimensions) {
  const shape = `(${count}, ${dimensions})`;
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(NPY_HEADER - 11) + '\n';
  const file = openSync(path, 'w');
  writeSync(file, Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]));
  writeSync(file, Buffer.from(header, 'latin1'));
  let state = 1;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.5;
  const centres = Float32Array.from({ length: CENTRES * dimensions }, next);
  for (let at = 0; at < count; at += CENTRES) {
    const rows = centres.map((each) => each + 0.3 * next());
    writeSync(file, new Uint8Array(rows.buffer, 0, 4 * dimensions * Math.min(CENTRES, count - at)));
  }
  closeSync(file);
  return path;
}

/** Bytes before the numbers. */
export const NPY_HEADER = 128;
