import { importMessages } from '../../../../../src/ui/shared/messages/importing';
import { say } from '../../../../../src/ui/shared/messages/say';
import { describe, expect, it } from 'vitest';
import { readNpy } from '../../../../../src/domain/dataset/supplied/npy';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import golden from '../../../../golden/npy.json';

const bytesOf = (name: keyof typeof golden.files): Uint8Array =>
  Uint8Array.from(atob(golden.files[name]), (unit) => unit.charCodeAt(0));

function read(bytes: Uint8Array) {
  const log = new ProblemLog();
  return { table: readNpy(bytes, 'v.npy', log), problems: log.problems.map((each) => say(importMessages, each)) };
}

describe('an array that NumPy saved', () => {
  it.each(['<f4', '>f4', '<f8', 'fortran', 'version2'] as const)('is read row by row: %s', (name) => {
    const { table, problems } = read(bytesOf(name));
    expect(problems).toEqual([]);
    expect(table).toEqual({
      rows: 2,
      columns: 3,
      values: Float32Array.from(golden.values.flat()),
      isRounded: name === '<f8',
    });
  });

  it.each(['<f2', '>f2'] as const)('is read in half precision as NumPy reads it: %s', (name) => {
    const { table } = read(bytesOf(name));
    // The last is below 2^-14, the least normal number of half precision.
    expect(table!.values).toEqual(Float32Array.from(golden.half.flat()));
  });

  it('keeps what is no number of half precision', () => {
    expect([...read(bytesOf('special')).table!.values]).toEqual([NaN, Infinity, 1, -Infinity, 0, -0]);
  });

  it('is read from the middle of a larger buffer', () => {
    const bytes = bytesOf('<f4');
    const larger = new Uint8Array(bytes.length + 7);
    larger.set(bytes, 3);
    const { table } = read(larger.subarray(3, 3 + bytes.length));
    expect(table!.values).toEqual(Float32Array.from(golden.values.flat()));
  });

  it.each([
    ['whole numbers', bytesOf('int'), /type <i4, and not floating-point/],
    ['one dimension', bytesOf('flat'), /1 dimensions, and not two/],
    ['three dimensions', bytesOf('cube'), /3 dimensions, and not two/],
    ['no rows', bytesOf('empty'), /empty: 0 × 3/],
    ['a lost end', bytesOf('<f4').slice(0, -4), /promises 2 × 3 numbers in 24 bytes, and there are 20 bytes/],
    ['more than it says', new Uint8Array([...bytesOf('<f4'), 0]), /in 24 bytes, and there are 25/],
    ['a lost header', bytesOf('<f4').slice(0, 20), /header cannot be read/],
    ['no bytes', new Uint8Array(), /It is empty\./],
    ['the name alone', new TextEncoder().encode('NUMPY'), /not begin as/],
    ['no array at all', new TextEncoder().encode('{"id": "d1", "vector": [1]}'), /not begin as an array of numpy.save/],
  ])('is refused with %s', (_, bytes, message) => {
    const { table, problems } = read(bytes);
    expect(table).toBeNull();
    expect(problems).toEqual([expect.stringMatching(message)]);
  });
});
