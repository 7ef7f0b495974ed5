import { describe, expect, it } from 'vitest';
import { type PlanePoint, type LayoutStep, umapLayout } from '../../../../src/domain/question-map/umap-layout';
import { vectorRows } from '../../../../src/domain/slices/topics/rows';
import { uniform } from '../../../../src/domain/statistics/random';

const WIDTH = 24;

/** Points around six directions, a third as far from theirs as these from the origin. */
function clouds(count: number, seed: number): Float32Array {
  const random = uniform(seed);
  const spread = (): number => random() + random() + random() - 1.5;
  const centres = Array.from({ length: 6 }, () => Array.from({ length: WIDTH }, spread));
  return Float32Array.from({ length: count * WIDTH }, (_, i) => {
    return centres[Math.floor(i / WIDTH) % 6]![i % WIDTH]! + 0.35 * spread();
  });
}

/** Positions of all others, the nearest first. */
const ordered = (count: number, i: number, distance: (j: number) => number): number[] =>
  Array.from({ length: count }, (_, j) => j)
    .filter((j) => j !== i)
    .sort((a, b) => distance(a) - distance(b) || a - b);

/**
 * How far the k neighbours on the map are neighbours in truth: 1 where all are, about .5 for a map at random. Venna and
 * Kaski, “Neighborhood preservation in nonlinear projection methods”, 2001.
 */
function trustworthiness(vectors: Float32Array, places: readonly PlanePoint[], k: number): number {
  const n = places.length;
  const at = (i: number): Float32Array => vectors.subarray(i * WIDTH, (i + 1) * WIDTH);
  const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, c) => sum + value * b[c]!, 0);
  const cosine = (i: number, j: number): number => dot(at(i), at(j)) / Math.sqrt(dot(at(i), at(i)) * dot(at(j), at(j)));
  let penalty = 0;
  for (let i = 0; i < n; i++) {
    const ranks = ordered(n, i, (j) => 1 - cosine(i, j));
    const shown = ordered(n, i, (j) => Math.hypot(places[i]!.x - places[j]!.x, places[i]!.y - places[j]!.y));
    for (const j of shown.slice(0, k)) penalty += Math.max(0, ranks.indexOf(j) + 1 - k);
  }
  return 1 - (2 * penalty) / (n * k * (2 * n - 3 * k - 1));
}

const layout = (vectors: Float32Array, seed = 42) => umapLayout(vectorRows(vectors, WIDTH), WIDTH, seed);

describe('umapLayout', () => {
  const vectors = clouds(180, 7);
  const places = layout(vectors)!.map((place) => place!);

  it('keeps neighbours as neighbours, far more than a map at random does', () => {
    const random = uniform(1);
    const scattered = places.map(() => ({ x: random(), y: random() }));
    expect(trustworthiness(vectors, scattered, 10)).toBeLessThan(0.6);
    expect(trustworthiness(vectors, places, 10)).toBeGreaterThan(0.9);
  });

  it('is the same for the same rows and seed, and another for another seed', () => {
    expect(layout(vectors)).toEqual(places);
    expect(layout(vectors, 43)).not.toEqual(places);
  });

  it('places copies beside each other, and nothing that has no direction', () => {
    const copied = vectors.slice();
    copied.copyWithin(WIDTH, 0, WIDTH);
    copied.fill(0, 2 * WIDTH, 3 * WIDTH);
    const [first, second, none, ...rest] = layout(copied)!;
    expect(none).toBeNull();
    const known = rest.map((place) => place!);
    expect(known.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
    const far = (place: PlanePoint): number => Math.hypot(first!.x - place.x, first!.y - place.y);
    const farther = known.filter((place) => far(place) > far(second!)).length;
    expect(farther).toBeGreaterThan(0.9 * known.length);
  });

  it('copes with rows that are all the same, and with no more than ten', () => {
    const same = Float32Array.from({ length: 12 * WIDTH }, (_, i) => (i % WIDTH) + 1);
    expect(layout(same)!.every((place) => place !== null && Number.isFinite(place.x + place.y))).toBe(true);
    expect(layout(vectors.slice(0, 10 * WIDTH))!.every((place) => place !== null)).toBe(true);
  });

  it('is none where fewer than ten rows have anything in common', () => {
    expect(layout(vectors.slice(0, 9 * WIDTH))).toBeNull();
    expect(layout(new Float32Array(20 * WIDTH))).toBeNull();
  });

  it('places rows that have few neighbours, apart from other groups', () => {
    // Six groups of four at right angles: three neighbours each.
    const groups = Float32Array.from({ length: 24 * WIDTH }, (_, i) => {
      const [row, column] = [Math.floor(i / WIDTH), i % WIDTH];
      return column === row % 6 ? 1 : column === 6 + row ? 0.2 : 0;
    }).slice(0, 18 * WIDTH);
    const placed = layout(groups)!.map((place) => place!);
    const distance = (i: number, j: number): number =>
      Math.hypot(placed[i]!.x - placed[j]!.x, placed[i]!.y - placed[j]!.y);
    for (let i = 0; i < 18; i++)
      expect(
        ordered(18, i, (j) => distance(i, j))
          .slice(0, 2)
          .every((j) => j % 6 === i % 6),
      ).toBe(true);
  });

  it('tells how far it is', () => {
    const steps: LayoutStep[] = [];
    umapLayout(vectorRows(vectors, WIDTH), WIDTH, 42, (step) => steps.push(step));
    expect(steps.slice(0, 180).map(({ what, done }) => [what, done])).toEqual(
      Array.from({ length: 180 }, (_, i) => ['comparing', i + 1]),
    );
    const arranging = steps.slice(180);
    expect(arranging.map(({ done }) => done)).toEqual(arranging.map((_, i) => i + 1));
    expect(arranging.at(-1)).toEqual({ what: 'arranging', done: arranging.length, total: arranging.length });
  });
});
