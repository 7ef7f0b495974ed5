import { describe, expect, it } from 'vitest';
import { ConfidenceSequence } from '../../../../src/domain/statistics/confidence-sequence';
import { numbers } from './close';

const of = (values: Iterable<number>, range: readonly [number, number] = [-1, 1], alpha = 0.05): ConfidenceSequence => {
  const sequence = new ConfidenceSequence({ range, alpha });
  for (const value of values) sequence.add(value);
  return sequence;
};

describe('a confidence sequence', () => {
  it('starts with the whole range, and only ever becomes narrower', () => {
    const sequence = of([]);
    expect(sequence.interval).toEqual([-1, 1]);
    let [low, high] = [-1, 1];
    for (const value of numbers(300)) {
      sequence.add(value - 0.5);
      const [nextLow, nextHigh] = sequence.interval!;
      expect(nextLow).toBeGreaterThanOrEqual(low);
      expect(nextHigh).toBeLessThanOrEqual(high);
      [low, high] = [nextLow, nextHigh];
    }
    expect(high - low).toBeLessThan(0.25);
    expect(sequence.count).toBe(300);
    expect(sequence.mean).toBeCloseTo(numbers(300).reduce((sum, value) => sum + value - 0.5, 0) / 300, 12);
  });

  it('is wider for a smaller α, and scales with the range', () => {
    const values = Array.from(numbers(80), (value) => value - 0.4);
    const [low, high] = of(values).interval!;
    const [strictLow, strictHigh] = of(values, [-1, 1], 0.01).interval!;
    expect(strictLow).toBeLessThan(low);
    expect(strictHigh).toBeGreaterThan(high);
    const wide = of(
      values.map((value) => 10 * value),
      [-10, 10],
    ).interval!;
    expect(wide[0]).toBeCloseTo(10 * low, 9);
    expect(wide[1]).toBeCloseTo(10 * high, 9);
  });

  it('mirrors with its values', () => {
    const values = Array.from(numbers(60), (value) => value - 0.3);
    const [low, high] = of(values).interval!;
    const mirrored = of(values.map((value) => -value)).interval!;
    expect(mirrored[0]).toBeCloseTo(-high, 9);
    expect(mirrored[1]).toBeCloseTo(-low, 9);
  });

  it('does not take equal values for certainty, as an interval by their variance would', () => {
    const [low, high] = of(Array<number>(12).fill(0.02)).interval!;
    expect(low).toBeLessThan(0);
    expect(high - low).toBeGreaterThan(0.3);
  });

  it('refuses a value outside the range, and one that is none', () => {
    expect(() => of([1.01])).toThrow(RangeError);
    expect(() => of([NaN])).toThrow(RangeError);
  });
});
