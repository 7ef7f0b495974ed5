import { describe, expect, it } from 'vitest';
import { byteLength } from '../../../../../src/domain/retrieval/lexical/byte-length';

/** The bit operations of Lucene's `SmallFloat.intToByte4` and `byte4ToInt`, by which the function is checked. */
function smallFloat(length: number): number {
  if (length < 24) return length;
  const above = length - 24;
  const bits = 32 - Math.clz32(above);
  if (bits < 4) return length;
  const shift = bits - 4;
  const encoded = ((above >>> shift) & 7) | ((shift + 1) << 3);
  return 24 + (((encoded & 7) | 8) << ((encoded >>> 3) - 1));
}

describe('byteLength', () => {
  it('is what Lucene reads back', () => {
    const lengths = [...Array(5000).keys(), 65_535, 65_536, 1_000_000, 1_048_599, 1_048_600, 2_013_265_943];
    expect(lengths.map(byteLength)).toEqual(lengths.map(smallFloat));
  });

  it('is exact up to 40, and then the largest of its steps that is not above', () => {
    expect([0, 1, 23, 24, 39, 40].map(byteLength)).toEqual([0, 1, 23, 24, 39, 40]);
    expect([41, 42, 55, 56, 59, 88, 100, 151, 152, 1000, 1047, 1048].map(byteLength)).toEqual([
      40, 42, 54, 56, 56, 88, 96, 144, 152, 984, 984, 1048,
    ]);
  });
});
