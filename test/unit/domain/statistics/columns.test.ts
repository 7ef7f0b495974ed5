import { describe, expect, it } from 'vitest';
import { columnsOf, LANES, rowsOf } from '../../../../src/domain/statistics/bootstrap';
import { numbers, vector } from './close';

describe('columnsOf', () => {
  it('lays four systems side by side, question by question', () => {
    const rows = Array.from({ length: 6 }, (_, s) => vector(s, 10 + s));
    const { blocks, unit } = columnsOf(rows);
    expect(blocks.map((block) => [...block].map((value) => value * unit))).toEqual([
      [0, 1, 2, 3, 10, 11, 12, 13],
      [4, 5, 0, 0, 14, 15, 0, 0],
    ]);
    expect(rowsOf(6, blocks).map((row) => [...row].map((value) => value * unit))).toEqual(rows.map((row) => [...row]));
  });

  it('rounds values to whole units, by half of one at most', () => {
    const row = numbers(5000);
    const { blocks, unit } = columnsOf([row]);
    expect(unit).toBeLessThan(1e-11);
    row.forEach((value, q) => {
      const multiple = blocks[0]![q * LANES]!;
      expect(Number.isInteger(multiple) && Math.abs(multiple * unit - value) <= unit / 2).toBe(true);
    });
  });

  it('adds to the same sum in every order', () => {
    const row = numbers(5000).map((value) => value / 3);
    const [ahead, back] = [columnsOf([row]), columnsOf([row.slice().reverse()])];
    expect(ahead.sums).toEqual(back.sums);
    const plain = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
    expect(plain(row)).not.toBe(plain(row.slice().reverse()));
  });

  it('keeps sums exact for large values and counts', () => {
    const { sums, unit } = columnsOf([vector(1e6, -1e6, 3), new Float64Array(3).fill(1e6)]);
    expect([...sums].map((sum) => sum * unit)).toEqual([3, 3e6]);
    expect(sums.every(Number.isSafeInteger)).toBe(true);
  });

  it('takes no questions', () => {
    expect(columnsOf([vector(), vector()])).toMatchObject({ questions: 0, systems: 2 });
  });
});
