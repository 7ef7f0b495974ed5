import type { MappedTopic } from '../../domain/question-map/question-map';
import type { Box } from '../findings/place-labels';
import { overlap, textWidth } from '../findings/place-labels';

/** How a dot looks: by shape and colour. A value of 0 is a ring, and no value a small dot. */
export type DotKind = 'better' | 'worse' | 'same' | 'value' | 'zero' | 'none';

export interface MapDot {
  /** Position of the question in the result. */
  readonly index: number;
  /** Pixels. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly kind: DotKind;
}

/** What dots show: values of one system, or differences, by question; NaN where there is none. */
export interface DotValues {
  readonly what: 'value' | 'difference';
  readonly values: ArrayLike<number>;
  /** Whether more is better. */
  readonly higher: boolean;
}

interface Layout {
  /** From 0 to 1; NaN for a question that has no place. */
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

/** Pixels around the dots, for those at the edge and for labels. */
const MARGIN = 16;
const ROW = 16;

/** A map `width` wide: square, with rows below for questions without a place. */
export function mapSize({ x }: Layout, width: number): { readonly height: number; readonly rows: number } {
  const apart = Array.from(x).filter(Number.isNaN).length;
  const rows = Math.ceil(apart / perRow(width));
  return { height: width + (rows > 0 ? rows * ROW + 2 * ROW : 0), rows };
}

const perRow = (width: number): number => Math.max(1, Math.floor((width - 2 * MARGIN) / ROW));

/** One a question, in the order of the result. */
export function mapDots(layout: Layout, { what, values, higher }: DotValues, width: number): MapDot[] {
  const count = layout.x.length;
  const base = count <= 200 ? 5 : count <= 800 ? 4 : count <= 2000 ? 3 : 2.2;
  const most = Array.from(values).reduce(
    (max, value) => (Number.isNaN(value) ? max : Math.max(max, Math.abs(value))),
    0,
  );
  let apart = 0;
  return Array.from({ length: count }, (_, index) => {
    const value = values[index] ?? NaN;
    const kind = kindOf(value, what, higher);
    const radius = kind === 'none' ? base / 2 : base * (0.7 + (most > 0 ? (0.6 * Math.abs(value)) / most : 0));
    const isPlaced = !Number.isNaN(layout.x[index]!);
    const place = isPlaced ? -1 : apart++;
    const [x, y] = isPlaced
      ? [layout.x[index]!, layout.y[index]!].map((each) => MARGIN + each * (width - 2 * MARGIN))
      : [MARGIN + ((place % perRow(width)) + 0.5) * ROW, width + (Math.floor(place / perRow(width)) + 2) * ROW];
    return { index, x: x!, y: y!, radius, kind };
  });
}

function kindOf(value: number, what: DotValues['what'], higher: boolean): DotKind {
  if (Number.isNaN(value)) return 'none';
  if (what === 'value') return value === 0 ? 'zero' : 'value';
  if (value === 0) return 'same';
  return value > 0 === higher ? 'better' : 'worse';
}

/** All dots of one kind as one path: thousands of elements would be slow. */
export const dotsPath = (dots: readonly MapDot[]): string => dots.map(dotPath).join('');

const round = (value: number): number => Math.round(10 * value) / 10;

/** A triangle up for better, down for worse; else a circle. */
function dotPath({ x, y, radius, kind }: MapDot): string {
  const r = round(radius);
  if (kind === 'better' || kind === 'worse') {
    const up = kind === 'better' ? 1 : -1;
    return `M${round(x)} ${round(y - 1.2 * up * r)}l${round(1.15 * r)} ${round(2 * up * r)}h${round(-2.3 * r)}z`;
  }
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** The dot nearest to a point, no farther than `within` pixels; null where there is none. */
export function nearestDot(dots: readonly MapDot[], x: number, y: number, within: number): number | null {
  let [best, least] = [null as number | null, within];
  dots.forEach((dot, i) => {
    const distance = Math.hypot(dot.x - x, dot.y - y);
    if (distance <= least) [best, least] = [i, distance];
  });
  return best;
}

export const dotsWithin = (dots: readonly MapDot[], { left, top, right, bottom }: Box): MapDot[] =>
  dots.filter(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom);

export interface TopicLabel {
  readonly text: string;
  /** The middle of its text. */
  readonly x: number;
  readonly y: number;
}

const HEIGHT = 15;

/**
 * The names of topics at the middle of their questions, moved up and down so that none covers another.
 *
 * @param nameOf a short name; null for a topic that has none
 * @param dots of all questions, in the order of the result
 */
export function topicLabels(
  topics: readonly MappedTopic[],
  nameOf: (topic: MappedTopic) => string | null,
  dots: readonly MapDot[],
  width: number,
): TopicLabel[] {
  const placed: Box[] = [];
  return topics.flatMap((topic) => {
    const text = nameOf(topic);
    const own = topic.questions.map((q) => dots[q]!).filter(({ y }) => y <= width);
    if (text === null || own.length === 0) return [];
    const half = textWidth(text, true) / 2;
    const x = Math.max(half, Math.min(width - half, median(own.map((dot) => dot.x))));
    const middle = median(own.map((dot) => dot.y));
    const boxAt = (y: number): Box => ({
      left: x - half,
      right: x + half,
      top: y - HEIGHT / 2,
      bottom: y + HEIGHT / 2,
    });
    const steps = Array.from(
      { length: 2 * topics.length },
      (_, i) => Math.ceil(i / 2) * HEIGHT * (i % 2 === 0 ? 1 : -1),
    );
    const free = steps.map((step) => middle + step).find((y) => isFree(boxAt(y), placed, width)) ?? middle;
    placed.push(boxAt(free));
    return [{ text, x, y: free }];
  });
}

const isFree = (box: Box, placed: readonly Box[], width: number): boolean =>
  box.top >= 0 && box.bottom <= width && !placed.some((other) => overlap(box, other));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
