import { closeSync, openSync, writeSync } from 'node:fs';

const CENTRES = 1000;

/**
 * An array of two dimensions in float32 or int8, as `numpy.save` writes it: rows around a thousand centres, the same each
 * time. What search costs does not depend on them. @param type as NumPy names it
 */
export function writeMadeVectors(path, count, dimensions, type = '<f4') {
  const shape = `(${count}, ${dimensions})`;
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(NPY_HEADER - 11) + '\n';
  const file = openSync(path, 'w');
  writeSync(file, Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0]));
  writeSync(file, Buffer.from(header, 'latin1'));
  for (const rows of madeRows(count, dimensions)) {
    const { buffer, byteLength } = type === '<f4' ? rows : wholeRows(rows);
    writeSync(file, new Uint8Array(buffer, 0, byteLength));
  }
  closeSync(file);
  return path;
}

/** The same in int8, a line a row. @param prefix of ids, before the number of a row */
export function writeMadeLines(path, count, dimensions, prefix) {
  const file = openSync(path, 'w');
  let id = 0;
  for (const rows of madeRows(count, dimensions)) {
    const whole = wholeRows(rows);
    for (let at = 0; at < whole.length; at += dimensions)
      writeSync(file, `{"_id":"${prefix}${id++}","embedding":[${whole.subarray(at, at + dimensions).join(',')}]}\n`);
  }
  closeSync(file);
  return path;
}

const wholeRows = (rows) => Int8Array.from(rows, (value) => Math.round(150 * value));

function* madeRows(count, dimensions) {
  let state = 1;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.5;
  const centres = Float32Array.from({ length: CENTRES * dimensions }, next);
  for (let at = 0; at < count; at += CENTRES)
    yield centres.map((each) => each + 0.3 * next()).subarray(0, dimensions * Math.min(CENTRES, count - at));
}

/** Bytes before the numbers. */
export const NPY_HEADER = 128;
