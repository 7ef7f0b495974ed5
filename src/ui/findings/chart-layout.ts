export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface LabelledPoint {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedLabel extends Box {
  readonly anchor: 'start' | 'end';
  readonly far: boolean;
}

const BESIDE = 11;
const STEP = 7;
const REACH = 60;
const CROSSED = 40;
const MISTAKEN = 50;
const OUT_OF_SIGHT = 1e6;

/** Places labels near their points without overlap, earlier ones first. To cross `drawn` boxes counts as far. */
export function placeLabels(points: readonly LabelledPoint[], drawn: readonly Box[], area: Box): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  for (const point of points) {
    let best: { label: PlacedLabel; cost: number } | null = null;
    for (const label of candidates(point, area)) {
      const cost = costOf(label, point, points, drawn, placed, area);
      if (!best || cost < best.cost) best = { label, cost };
    }
    placed.push(best!.label);
  }
  return placed;
}

/** Beside the point, and over or under it as far as the area allows; further and further up and down. */
function* candidates({ x, y, width, height }: LabelledPoint, area: Box): Generator<PlacedLabel> {
  for (let step = 0; step <= REACH; step++)
    for (const down of step === 0 ? [0] : [-step * STEP, step * STEP]) {
      const top = y + down - height / 2;
      const rows = { top, bottom: top + height, far: Math.abs(down) > height + STEP };
      yield { ...rows, left: x + BESIDE, right: x + BESIDE + width, anchor: 'start' };
      yield { ...rows, left: x - BESIDE - width, right: x - BESIDE, anchor: 'end' };
      if (Math.abs(down) < height / 2 + BESIDE) continue;
      const left = Math.max(area.left, Math.min(x - width / 2, area.right - width));
      yield { ...rows, left, right: left + width, anchor: 'start' };
    }
}

function costOf(
  label: PlacedLabel,
  point: LabelledPoint,
  points: readonly LabelledPoint[],
  drawn: readonly Box[],
  placed: readonly Box[],
  area: Box,
): number {
  const away = Math.abs((label.top + label.bottom) / 2 - point.y);
  const own = distance(label, point);
  const isMistaken = points.some((other) => other !== point && distance(label, other) < own);
  const crossed = drawn.filter((box) => overlap(label, box)).length;
  const out = outside(label, area);
  const covered = placed.filter((box) => overlap(label, box)).length;
  return (
    away +
    (isMistaken ? MISTAKEN : 0) +
    CROSSED * crossed +
    OUT_OF_SIGHT * covered +
    (out > 0 ? OUT_OF_SIGHT / 10 + out : 0)
  );
}

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const distance = ({ left, right, top, bottom }: Box, { x, y }: LabelledPoint): number =>
  Math.hypot(Math.max(0, left - x, x - right), Math.max(0, top - y, y - bottom));

const outside = (box: Box, area: Box): number =>
  Math.max(0, area.left - box.left) +
  Math.max(0, box.right - area.right) +
  Math.max(0, area.top - box.top) +
  Math.max(0, box.bottom - area.bottom);

/** Of 12 pixels in the page's font, in no case less than it is; characters of Chinese and Japanese are square. */
export function textWidth(text: string, strong = false): number {
  let width = 0;
  for (const character of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(character) ? 12 : 6.7;
  return strong ? width * 1.08 : width;
}

/**
 * Places at least `gap` apart, in the order given, with the least sum of squared moves. With y_i = x_i − i·gap for
 * sorted x this is isotonic regression (Barlow et al., Statistical Inference under Order Restrictions, 1972). @param
 * range ends that no place crosses, as far as there is room
 */
export function spread(places: readonly number[], gap: number, [least, most]: readonly [number, number]): number[] {
  const order = places.map((_, i) => i).sort((a, b) => places[a]! - places[b]! || a - b);
  const blocks: { sum: number; count: number }[] = [];
  order.forEach((place, i) => {
    blocks.push({ sum: places[place]! - i * gap, count: 1 });
    while (blocks.length > 1 && meanOf(blocks.at(-2)!) > meanOf(blocks.at(-1)!)) {
      const { sum, count } = blocks.pop()!;
      const before = blocks.at(-1)!;
      before.sum += sum;
      before.count += count;
    }
  });
  const levels = blocks.flatMap((block) => Array.from({ length: block.count }, () => meanOf(block)));
  const last = most - (order.length - 1) * gap;
  const moved = new Array<number>(places.length);
  order.forEach((place, i) => (moved[place] = Math.max(Math.min(levels[i]!, last), least) + i * gap));
  return moved;
}

const meanOf = ({ sum, count }: { readonly sum: number; readonly count: number }): number => sum / count;

export interface Cost {
  readonly id: string;
  readonly cost: number;
  readonly value: number;
}

/** Points that no cheaper or equally cheap one matches or beats, by ascending cost; of equal ones the first. */
export function paretoFront<T extends Cost>(all: readonly T[], better: 'higher' | 'lower' = 'higher'): T[] {
  const sign = better === 'higher' ? 1 : -1;
  const front: T[] = [];
  for (const each of [...all].sort((a, b) => a.cost - b.cost || sign * (b.value - a.value)))
    if (front.length === 0 || sign * (each.value - front.at(-1)!.value) > 0) front.push(each);
  return front;
}
