import { describe, expect, it } from 'vitest';
import { dotsPath, dotsWithin, mapDots, mapSize, nearestDot, topicLabels } from '../../../../src/ui/diagnosis/map-dots';

const layout = { x: [0, 1, 0.5, NaN, 0.25], y: [0, 1, 0.5, NaN, 0.75] };
const values = { what: 'difference', values: [0.4, -0.2, 0, 0.1, NaN], higher: true } as const;

describe('mapDots', () => {
  const dots = mapDots(layout, values, 432);

  it('shows the sign of a difference by its kind, and how large it is by its size', () => {
    expect(dots.map(({ kind }) => kind)).toEqual(['better', 'worse', 'same', 'better', 'none']);
    expect(dots[0]!.radius).toBeGreaterThan(dots[1]!.radius);
    expect(dots[1]!.radius).toBeGreaterThan(dots[2]!.radius);
    const lower = mapDots(layout, { ...values, higher: false }, 432);
    expect(lower.map(({ kind }) => kind)).toEqual(['worse', 'better', 'same', 'worse', 'none']);
  });

  it('shows a value of 0 as another kind than a higher one', () => {
    const shown = mapDots(layout, { what: 'value', values: [1, 0, 0.5, 0.1, NaN], higher: true }, 432);
    expect(shown.map(({ kind }) => kind)).toEqual(['value', 'zero', 'value', 'value', 'none']);
  });

  it('lies within its square, and has a row below for what has no place', () => {
    expect(dots.slice(0, 3).map(({ x, y }) => [x, y])).toEqual([
      [16, 16],
      [416, 416],
      [216, 216],
    ]);
    const { height, rows } = mapSize(layout, 432);
    expect(rows).toBe(1);
    expect(dots[3]!.y).toBeGreaterThan(432);
    expect(dots[3]!.y).toBeLessThan(height);
    expect(mapSize({ x: [0, 1], y: [0, 1] }, 432)).toEqual({ height: 432, rows: 0 });
  });

  it('begins another row where one is full', () => {
    const apart = Array.from({ length: 60 }, () => NaN);
    const size = mapSize({ x: apart, y: apart }, 432);
    const placed = mapDots({ x: apart, y: apart }, values, 432);
    expect(size.rows).toBe(3);
    expect(new Set(placed.map(({ y }) => y)).size).toBe(3);
    expect(placed.every(({ x, y }) => x < 432 && y < size.height)).toBe(true);
  });

  it('is found by a point, and by a rectangle', () => {
    expect(nearestDot(dots, 20, 20, 14)).toBe(0);
    expect(nearestDot(dots, 60, 60, 14)).toBeNull();
    const within = dotsWithin(dots, { left: 100, right: 300, top: 100, bottom: 400 });
    expect(within.map(({ index }) => index)).toEqual([2, 4]);
  });
});

describe('dotsPath', () => {
  it('draws a triangle up for better, down for worse, and a circle else', () => {
    const dot = { index: 0, x: 10, y: 10, radius: 2 };
    expect(dotsPath([{ ...dot, kind: 'better' }])).toBe('M10 7.6l2.3 4h-4.6z');
    expect(dotsPath([{ ...dot, kind: 'worse' }])).toBe('M10 12.4l2.3 -4h-4.6z');
    expect(dotsPath([{ ...dot, kind: 'same' }])).toBe('M8 10a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z');
    expect(dotsPath([])).toBe('');
  });
});

describe('topicLabels', () => {
  const dots = mapDots(
    { x: Array.from({ length: 9 }, (_, i) => 0.3 + i / 100), y: Array.from({ length: 9 }, () => 0.5) },
    values,
    432,
  );
  const topic = (...questions: number[]) => ({
    label: { code: 'topic', data: { terms: questions.map((q) => `term ${q}`) } } as const,
    questions,
  });

  it('stand at the middle of their questions, and cover no other', () => {
    const labels = topicLabels(
      [topic(0, 1, 2), topic(3, 4, 5), topic(6, 7, 8)],
      ({ questions }) => `topic ${questions[0]}`,
      dots,
      432,
    );
    expect(labels.map(({ text }) => text)).toEqual(['topic 0', 'topic 3', 'topic 6']);
    expect(labels[0]!.x).toBeCloseTo(dots[1]!.x, 9);
    const rows = labels.map(({ y }) => y).sort((a, b) => a - b);
    expect(rows[1]! - rows[0]!).toBeGreaterThanOrEqual(15);
    expect(rows[2]! - rows[1]!).toBeGreaterThanOrEqual(15);
  });

  it('are left out where a topic has no name, and stay within the map', () => {
    expect(topicLabels([topic(0)], () => null, dots, 432)).toEqual([]);
    const [label] = topicLabels([topic(0)], () => 'a name that is nearly as long as the map is', dots, 300);
    expect(label!.x).toBeGreaterThan(dots[0]!.x);
  });
});
