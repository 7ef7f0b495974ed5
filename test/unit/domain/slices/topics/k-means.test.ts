import { describe, expect, it } from 'vitest';
import { sphericalKMeans, tfIdfRows, vectorRows } from '../../../../../src/domain/slices/topics/topics';
import { numbers } from '../../statistics/close';

/** Vectors around some directions, one after the other. */
function around(directions: readonly (readonly number[])[], each: number, spread: number): Float32Array {
  const width = directions[0]!.length;
  const noise = numbers(directions.length * each * width, 5);
  return Float32Array.from(noise, (value, i) => {
    const row = Math.floor(i / width);
    return directions[Math.floor(row / each)]![i % width]! + spread * (value - 0.5);
  });
}

const THREE = [
  [1, 0, 0, 0.2],
  [0, 1, 0, 0.2],
  [0, 0, 1, 0.2],
];

describe('sphericalKMeans', () => {
  it('finds clusters that are there', () => {
    const { clusters } = sphericalKMeans(vectorRows(around(THREE, 20, 0.6), 4), 4, 3, 42);
    const names = [0, 20, 40].map((at) => clusters[at]!);
    expect(new Set(names).size).toBe(3);
    clusters.forEach((cluster, i) => expect(cluster).toBe(names[Math.floor(i / 20)]));
  });

  it('looks at directions, not at lengths', () => {
    const long = around(THREE, 20, 0.3).map((value, i) => value * (1 + (Math.floor(i / 4) % 20)));
    const short = around(THREE, 20, 0.3);
    expect(sphericalKMeans(vectorRows(long, 4), 4, 3, 1).clusters).toEqual(
      sphericalKMeans(vectorRows(short, 4), 4, 3, 1).clusters,
    );
  });

  it('is as cohesive as the best of all divisions of a few rows', () => {
    const rows = vectorRows(numbers(9 * 3, 77).map((value) => value - 0.5) as never, 3);
    const cohesionOf = (labels: readonly number[]): number =>
      [0, 1].reduce((sum, label) => {
        const members = rows.filter((_, i) => labels[i] === label);
        const total = [0, 1, 2].map((column) => members.reduce((all, { values }) => all + values[column]!, 0));
        return sum + Math.hypot(...total);
      }, 0);
    const all = Array.from({ length: 2 ** 9 }, (_, bits) => Array.from({ length: 9 }, (__, i) => (bits >> i) & 1));
    expect(sphericalKMeans(rows, 3, 2, 42).cohesion).toBeCloseTo(Math.max(...all.map(cohesionOf)), 6);
  });

  it('gives the same clusters for the same seed, and survives rows of zeros and fewer rows than clusters', () => {
    const rows = vectorRows(around(THREE, 5, 2), 4);
    expect(sphericalKMeans(rows, 4, 4, 9)).toEqual(sphericalKMeans(rows, 4, 4, 9));
    const zeros = vectorRows(new Float32Array(8), 4);
    expect([...sphericalKMeans(zeros, 4, 3, 1).clusters]).toEqual([0, 0]);
  });
});

describe('tfIdfRows', () => {
  it('weighs rarer terms more, without those of one text or of most', () => {
    const texts = [
      ['all', 'rare', 'pair'],
      ['all', 'pair'],
      ['all', 'three', 'rare'],
      ['all', 'three'],
      ['all', 'three', 'once'],
      ...Array.from({ length: 7 }, () => ['all']),
    ].map((terms) => new Set(terms));
    const { rows, width } = tfIdfRows(texts);
    expect(width).toBe(3);
    expect(rows[1]).toEqual({ columns: [1], values: Float64Array.of(1) });
    const [rare, three] = [Math.log(12 / 2), Math.log(12 / 3)];
    const length = Math.hypot(rare, three);
    expect(rows[2]!.columns).toEqual([0, 2]);
    expect(rows[2]!.values[0]).toBeCloseTo(rare / length, 12);
    expect(rows[2]!.values[1]).toBeCloseTo(three / length, 12);
    expect(rows[11]).toEqual({ columns: [], values: new Float64Array() });
  });
});
