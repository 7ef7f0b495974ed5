/** Where marks stand on a line of ranks, and their labels, so that none covers another. */

export interface RankedMark {
  readonly system: string;
  readonly name: string;
  /** From 1; null where the list of the system, as far as it is known, does not have the passage. */
  readonly rank: number | null;
  readonly text: string;
}

export interface PlacedMark extends RankedMark {
  readonly x: number;
  readonly dy: number;
  readonly label: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'end' };
}

export interface RankLine {
  readonly marks: readonly PlacedMark[];
  /** Pixels that labels take above and below the line. */
  readonly above: number;
  readonly below: number;
}

/** Of 12 px letters, on average. */
const LETTER = 6.7;
const LEVEL = 18;
const FIRST = 30;
const BESIDE = 4;
/** Marks nearer than this are moved apart. */
const NEAR = 14;

/** From a rank to pixels: logarithmic, from 1 to `last`. A passage that is not found stands at the end. */
export function rankScale(last: number, left: number, right: number): (rank: number | null) => number {
  return (rank) => {
    if (rank === null) return right;
    return left + ((right - left) * Math.log(Math.min(rank, last))) / Math.log(Math.max(2, last));
  };
}

export const rankTicks = (last: number): number[] =>
  [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter((rank) => rank <= last && (rank !== 2 || last < 50));

export function rankLine(
  marks: readonly RankedMark[],
  scale: (rank: number | null) => number,
  width: number,
): RankLine {
  const sorted = marks.map((mark) => ({ ...mark, x: scale(mark.rank) })).sort((a, b) => a.x - b.x);
  const offsets = apart(sorted.map(({ x }) => x));
  const taken: Taken[] = [];
  const labelled = sorted.map((mark, i) => {
    const length = LETTER * (mark.name.length + 1 + mark.text.length);
    const anchor = mark.x + BESIDE + length > width ? ('end' as const) : ('start' as const);
    const from = anchor === 'start' ? mark.x + BESIDE : mark.x - BESIDE - length;
    return { mark, dy: offsets[i]!, anchor, from, to: from + length };
  });
  // A label reaches over the marks on its side: those further away come later, and go to a higher level.
  const starting = labelled.filter(({ anchor }) => anchor === 'start').reverse();
  const order = [...starting, ...labelled.filter(({ anchor }) => anchor === 'end')];
  const placed = order.map(({ mark, dy, anchor, from, to }): PlacedMark => {
    // A mark that was moved up or down has its label on that side.
    const side = dy === 0 ? null : dy < 0 ? 0 : 1;
    const level = freeLevel(taken, { x: mark.x, from, to }, side);
    taken.push({ level, x: mark.x, from, to });
    const distance = FIRST + Math.floor(level / 2) * LEVEL;
    const y = level % 2 === 0 ? -distance : distance + 10;
    return { ...mark, dy, label: { x: anchor === 'start' ? from : to, y, anchor } };
  });
  const reach = (sign: number): number =>
    Math.max(0, ...placed.map(({ label, dy }) => Math.max(sign * label.y, sign * dy + 8))) + 14;
  return { marks: placed, above: reach(-1), below: reach(1) };
}

/** A label with the line that leads to it. Even levels are above the axis, odd ones below; higher ones are further away. */
interface Taken {
  readonly level: number;
  readonly x: number;
  readonly from: number;
  readonly to: number;
}

/** Whether two labels overlap, or the line of the one further away crosses the nearer one. */
function collide(a: Taken, b: Taken): boolean {
  if (a.level % 2 !== b.level % 2) return false;
  if (a.level === b.level) return overlap(a, b);
  const [near, far] = a.level < b.level ? [a, b] : [b, a];
  return far.x > near.from - 2 && far.x < near.to + 2;
}

/** More levels than any label needs. */
const MAX_LEVEL = 40;

/** The nearest level where a label fits; where its line crosses others at any level, the nearest where only that happens. */
function freeLevel(taken: readonly Taken[], label: Omit<Taken, 'level'>, side: 0 | 1 | null): number {
  const levels = Array.from({ length: MAX_LEVEL }, (_, level) => level).filter(
    (level) => side === null || level % 2 === side,
  );
  const fits = (test: (a: Taken, b: Taken) => boolean): number | undefined =>
    levels.find((level) => !taken.some((other) => test(other, { ...label, level })));
  return fits(collide) ?? fits(overlap) ?? levels.at(-1)!;
}

const overlap = (a: Taken, b: Taken): boolean => a.level === b.level && a.from < b.to + 8 && a.to > b.from - 8;

/** Marks at nearly the same place stand above and below the line, the others on it. */
function apart(xs: readonly number[]): number[] {
  const offsets = xs.map(() => 0);
  for (let from = 0; from < xs.length;) {
    let to = from + 1;
    while (to < xs.length && xs[to]! - xs[to - 1]! < NEAR) to++;
    const size = to - from;
    if (size > 1) for (let i = from; i < to; i++) offsets[i] = (i - from - (size - 1) / 2) * (NEAR + 2);
    from = to;
  }
  return offsets;
}
