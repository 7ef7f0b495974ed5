import { describe, expect, it } from 'vitest';
import { largestWeight, openInt8 } from '../../../../../src/domain/retrieval/dense/int8';

describe('openInt8', () => {
  it('cuts the range of each dimension into 256 steps, and reads a step as its middle', () => {
    const rows = Float32Array.of(0, -1, 256, 1, 1.5, 0);
    const index = openInt8(rows, 2);
    expect([...index.steps]).toEqual([1, 2 / 256]);
    expect([...index.decoded(0)]).toEqual([0.5, -1 + 1 / 256]);
    expect([...index.decoded(1)]).toEqual([255.5, 1 - 1 / 256]);
    expect([...index.decoded(2)]).toEqual([1.5, 1 / 256]);
  });

  it('has a range a dimension: with one of all numbers, small ones would all be the same', () => {
    const index = openInt8(Float32Array.of(-1000, 0.001, 1000, 0.003, 0, 0.002), 2);
    const [list] = index.search(Float32Array.of(0, 1), 3);
    expect(list!.map(({ doc }) => doc)).toEqual([1, 2, 0]);
    for (const [i, value] of [0.003, 0.002, 0.001].entries()) expect(list![i]!.score).toBeCloseTo(value, 5);
  });

  it('keeps what is the same in every row', () => {
    const lists = openInt8(Float32Array.of(3, 3, 3), 1).search(Float32Array.of(2), 1);
    expect(lists).toEqual([[{ doc: 0, score: 6 }]]);
  });

  it('finds nothing in no rows', () => {
    expect(openInt8(new Float32Array(0), 4).search(new Float32Array(4), 5)).toEqual([[]]);
  });

  it('answers more questions than are scored in one pass, each as if it were alone', () => {
    const rows = Float32Array.from({ length: 60 }, (_, i) => Math.sin(i * i));
    const queries = Float32Array.from({ length: 27 }, (_, i) => Math.cos(i * i));
    const index = openInt8(rows, 3);
    const alone = Array.from({ length: 9 }, (_, q) => index.search(queries.subarray(3 * q, 3 * q + 3), 5)[0]);
    expect(index.search(queries, 5)).toEqual(alone);
    expect(new Set(alone.map((list) => JSON.stringify(list))).size).toBe(9);
  });
});

describe('largestWeight', () => {
  it.each([1, 2, 384, 1024, 4096, 65_536])('keeps sums of %i products below half of the shift', (dimensions) => {
    expect(128 * dimensions * largestWeight(dimensions)).toBeLessThan(2 ** 25);
  });

  it('wastes no bit', () => {
    expect([384, 512, 1024, 4096].map(largestWeight)).toEqual([511, 511, 255, 63]);
  });
});

it('keeps two questions in one number apart where both sums are as large as can be, of either sign', () => {
  const dimensions = 512;
  const rows = new Float32Array(2 * dimensions);
  rows.fill(1, 0, dimensions);
  rows.fill(-1, dimensions);
  const question = (sign: number): Float32Array => new Float32Array(dimensions).fill(sign);
  const signs = [1, -1, -1, 1, 1, 1, -1, -1];
  const queries = Float32Array.from(signs.flatMap((sign) => [...question(sign)]));
  for (const [q, list] of openInt8(rows, dimensions).search(queries, 2).entries()) {
    expect(list.map(({ doc }) => doc)).toEqual(signs[q] === 1 ? [0, 1] : [1, 0]);
    for (const [i, { score }] of list.entries()) expect(score).toBeCloseTo(i === 0 ? 510 : -510, 6);
  }
});
