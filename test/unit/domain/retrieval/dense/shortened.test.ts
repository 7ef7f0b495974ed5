import { describe, expect, it } from 'vitest';
import { shortened, unitRows } from '../../../../../src/domain/retrieval/dense/search';

const rows = Float32Array.from([3, 4, 12, 0, 0, 5]);

describe('shortened', () => {
  it('keeps the first numbers of each row', () => {
    expect([...shortened(rows, 3, 2, false)]).toEqual([3, 4, 0, 0]);
  });

  it('gives each row length 1 of what is left, not of what it was; zeros stay', () => {
    expect([...shortened(rows, 3, 2, true)]).toEqual([...Float32Array.of(0.6, 0.8, 0, 0)]);
  });

  it('leaves the matrix as it is', () => {
    shortened(rows, 3, 3, true);
    unitRows(rows, 3);
    expect([...rows]).toEqual([3, 4, 12, 0, 0, 5]);
  });

  it.each([0, 4, 1.5])('refuses %s of 3', (first) => {
    expect(() => shortened(rows, 3, first, true)).toThrow(RangeError);
  });
});
