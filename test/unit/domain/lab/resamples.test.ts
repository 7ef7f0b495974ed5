import { describe, expect, it } from 'vitest';
import { Resamples } from '../../../../src/domain/lab/resamples';
import { bootstrapSums, columnsOf } from '../../../../src/domain/statistics/bootstrap';

describe('Resamples', () => {
  it('draws as the comparison of systems does', () => {
    const rows = [0, 1].map((s) => Float64Array.from({ length: 37 }, (_, q) => ((q * 7 + s * q * q) % 11) / 11));
    const columns = columnsOf(rows);
    const [a, b] = bootstrapSums(columns, 300, 9) as [Float64Array, Float64Array];
    expect(new Resamples(9, 300).differences(columns)).toEqual(a.map((sum, r) => sum - b[r]!));
  });

  it('draws anew what would take too much room, with the same sums', () => {
    const rows = [0, 1].map((s) => Float64Array.from({ length: 8000 }, (_, q) => ((q + s) % 3) / 2));
    const columns = columnsOf(rows);
    const few = new Resamples(9, 10).differences(columns);
    expect(new Resamples(9, 8001).differences(columns).subarray(0, 10)).toEqual(few);
  });

  it('sums differences and their squares over the same resamples', () => {
    const rows = [0, 1].map((s) => Float64Array.from({ length: 37 }, (_, q) => ((q * 7 + s * q * q) % 11) / 11));
    const own = rows[0]!.map((value, q) => value - rows[1]![q]!);
    const columns = columnsOf([own, own.map((value) => value * value), new Float64Array(37)]);
    const [sums, squares] = bootstrapSums(columns, 300, 9).map((row) => row.map((sum) => sum * columns.unit));
    const moments = new Resamples(9, 300).moments(own);
    moments.sums.forEach((sum, r) => expect(sum).toBeCloseTo(sums![r]!, 10));
    moments.squares.forEach((square, r) => expect(square).toBeCloseTo(squares![r]!, 10));
  });
});
