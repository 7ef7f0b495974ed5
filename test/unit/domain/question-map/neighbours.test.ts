import { describe, expect, it } from 'vitest';
import { nearestRows } from '../../../../src/domain/question-map/neighbours';
import { vectorRows } from '../../../../src/domain/slices/topics/rows';
import { uniform } from '../../../../src/domain/statistics/random';

describe('nearestRows', () => {
  it('are those of a comparison of all with all', () => {
    const [count, width] = [40, 6];
    const random = uniform(3);
    const vectors = Float32Array.from({ length: count * width }, () => random() - 0.5);
    const at = (i: number): number[] => [...vectors.subarray(i * width, (i + 1) * width)];
    const dot = (a: number[], b: number[]): number => a.reduce((sum, value, c) => sum + value * b[c]!, 0);
    const cosine = (i: number, j: number): number => dot(at(i), at(j)) / Math.hypot(...at(i)) / Math.hypot(...at(j));
    const found = nearestRows(vectorRows(vectors, width), width, 5);
    for (let i = 0; i < count; i++) {
      const expected = Array.from({ length: count }, (_, j) => j)
        .filter((j) => j !== i && cosine(i, j) > 1e-6)
        .sort((a, b) => cosine(i, b) - cosine(i, a))
        .slice(0, 5);
      expect(found.rows[i]).toEqual(expected);
      found.distances[i]!.forEach((distance, n) => expect(distance).toBeCloseTo(1 - cosine(i, expected[n]!), 9));
    }
  });

  it('are none of a row of zeros, or of one at a right angle to all others; of copies all are at distance 0', () => {
    const rows = vectorRows(Float32Array.of(1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0), 3);
    const steps: number[] = [];
    const { rows: near, distances } = nearestRows(rows, 3, 2, (done) => steps.push(done));
    expect(near).toEqual([[2], [], [0], []]);
    expect(distances).toEqual([[0], [], [0], []]);
    expect(steps).toEqual([1, 2, 3, 4]);
  });
});
