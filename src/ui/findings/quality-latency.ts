import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from 'd3-scale';
import type { ResultRecord } from '../../contract/result';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf } from '../../domain/measures/registry';
import { questionTimes } from '../../domain/report/question-times';
import type { Latency } from '../../domain/report/report';
import type { Comparison, Interval } from '../../domain/statistics/types';
import { differencesFrom } from '../results/columns';
import { difference, intervalWords, latencyText, measure as measureText } from '../shared/format';
import { spread, paretoFront, type Box, placeLabels, type PlacedLabel, textWidth } from './chart-layout';

/** Systems that are drawn with name and interval; of more, the others are small dots. */
export const NAMED_SYSTEMS = 12;

export interface QualityPoint {
  readonly id: string;
  readonly value: number;
  /** Milliseconds; null where the system has none, as most external runs. */
  readonly cost: number | null;
  readonly latency: Latency | null;
  /** 95 % interval of its difference to the recommended system, as a range of values; null for that one itself. */
  readonly interval: Interval | null;
  readonly difference: number | null;
  readonly isNamed: boolean;
}

export interface QualityLatencyData {
  readonly points: readonly QualityPoint[];
  readonly recommended: string;
  readonly better: 'higher' | 'lower';
  /** Latency was measured; else times are those of batches, or there are none. */
  readonly times: 'latency' | 'batches' | 'none';
}

/** @param comparison of the measure; null until it is made @param most systems that are named */
export function qualityLatency(
  result: ResultRecord,
  measure: string,
  comparison: Comparison | null,
  recommended: string,
  most = NAMED_SYSTEMS,
): QualityLatencyData {
  const better = definitionOf(measureOf(measure)).better ?? 'higher';
  const times = questionTimes(result.systems);
  const differences = comparison ? differencesFrom(comparison, recommended, result.systems, better) : [];
  const reference = result.systems.find(({ id }) => id === recommended)?.measures[measure] ?? NaN;
  const points = result.systems.map((system) => {
    const found = differences.find((each) => each.system === system.id);
    const cost = times.of(system);
    return {
      id: system.id,
      value: system.measures[measure] ?? NaN,
      cost: cost !== null && cost > 0 ? cost : null,
      latency: system.latency ?? null,
      interval: found?.interval ? ([reference + found.interval[0], reference + found.interval[1]] as const) : null,
      difference: found?.mean ?? null,
    };
  });
  const named = namedOf(points, recommended, better, most);
  return {
    points: points.map((point) => ({ ...point, isNamed: named.has(point.id) })),
    recommended,
    better,
    times: times.kind,
  };
}

export function relativeInterval(
  { points, recommended }: QualityLatencyData,
  { interval }: QualityPoint,
): Interval | null {
  const reference = points.find(({ id }) => id === recommended)?.value ?? NaN;
  return interval && [interval[0] - reference, interval[1] - reference];
}

/** What a mark says to whoever does not see it. @param label of the measure */
export function markText(
  data: QualityLatencyData,
  point: QualityPoint,
  label: string,
  nameOf: (system: string) => string,
): string {
  const { cost, latency, difference: own } = point;
  const time = cost === null ? 'no latency' : latencyText(cost) + (latency?.source ? ' as its engine says' : '');
  const head = `${nameOf(point.id)}: ${label} ${measureText(point.value, 3)}, ${time}`;
  if (own === null) return head;
  const interval = relativeInterval(data, point);
  const range = interval ? `, 95 % interval ${intervalWords(interval)}` : '';
  return `${head}; ${difference(own, 3)} against ${nameOf(data.recommended)}${range}`;
}

type Unnamed = Omit<QualityPoint, 'isNamed'>;

/** Of many: the recommended system, those that nothing dominates, and then the best. */
function namedOf(
  points: readonly Unnamed[],
  recommended: string,
  better: 'higher' | 'lower',
  most: number,
): ReadonlySet<string> {
  if (points.length <= most) return new Set(points.map(({ id }) => id));
  const sign = better === 'higher' ? 1 : -1;
  const best = [...points].sort((a, b) => sign * (b.value - a.value));
  const order = [
    recommended,
    ...paretoFront(comparable(timedOf(points)), better).map(({ id }) => id),
    ...best.map(({ id }) => id),
  ];
  return new Set([...new Set(order)].slice(0, most));
}

const timedOf = <T extends Unnamed>(points: readonly T[]): (T & { readonly cost: number })[] =>
  points.filter((point): point is T & { readonly cost: number } => point.cost !== null);

/** What engines say of themselves was taken on other machines: the best within a time is among those measured here, if any. */
function comparable<T extends Unnamed>(timed: readonly T[]): readonly T[] {
  const here = timed.filter(({ latency }) => latency?.source === undefined);
  return here.length > 0 ? here : timed;
}

export interface DrawnPoint {
  readonly point: QualityPoint;
  readonly x: number;
  readonly y: number;
  readonly bar: readonly [number, number] | null;
  readonly label: (PlacedLabel & { readonly lines: readonly string[] }) | null;
}

const MARGIN = { left: 40, right: 14, top: 22, bottom: 44 };
const GAP = 10;
const UNTIMED = 72;
const EDGE = 16;
const LINE = 16;
const LONG = 150;

export function drawQuality(
  { points, recommended, better }: QualityLatencyData,
  width: number,
  height: number,
  nameOf: (system: string) => string,
) {
  const shown = points.filter(({ value }) => Number.isFinite(value));
  const timed = timedOf(shown);
  const column = timed.length === 0 ? width - MARGIN.left - MARGIN.right : untimedWidth(shown);
  const untimed = column > 0 ? width - MARGIN.right - column : null;
  const plot = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const right = untimed ?? plot.right;
  const x = timeScale(
    timed.map(({ cost }) => cost),
    [plot.left + 12, right - 12],
  );
  const y = valueScale(shown, [plot.bottom, plot.top]);
  const places = placesOf(shown, x, [plot.left + 8, right - 8], untimed, plot.right);
  const drawn = shown.map((point, i) => {
    const bar = point.isNamed && point.interval ? ([y(point.interval[0]), y(point.interval[1])] as const) : null;
    return { point, x: places[i]!, y: y(point.value), bar };
  });
  const reference = drawn.find(({ point }) => point.id === recommended);
  const front = paretoFront(comparable(timed), better).map(({ id }) => drawn.find(({ point }) => point.id === id)!);
  const yTicks = y.ticks(5).map((value) => ({ value, at: y(value) }));
  const rules = [
    ...(reference ? [between([plot.left, reference.y], [plot.right, reference.y])] : []),
    ...stepsOf(front, right),
  ];
  return {
    points: labelled(drawn, rules, recommended, nameOf, { ...plot, top: 4 }),
    plot,
    x: timeTicks(x).map((value) => ({ value, at: x(value) })),
    y: yTicks,
    reference: reference?.y ?? null,
    /** The best value to be had within a time; empty without times. */
    pareto: pathOf(front, right),
    /** Left end of the column of systems without a time; null where all have one. */
    untimed,
  };
}

type Unlabelled = Omit<DrawnPoint, 'label'>;

function timeScale(costs: readonly number[], range: readonly [number, number]): ScaleContinuousNumeric<number, number> {
  const [least, most] = costs.length > 0 ? [Math.min(...costs), Math.max(...costs)] : [1, 1];
  return scaleLog([least / 1.5, most * 2], range);
}

/** Powers of ten; where they are fewer than three, also twice and five times as much. */
function timeTicks(scale: ScaleContinuousNumeric<number, number>): number[] {
  const [least, most] = scale.domain() as [number, number];
  const tens = Array.from({ length: 13 }, (_, i) => 10 ** (i - 4));
  const within = (ticks: readonly number[]): number[] => ticks.filter((tick) => tick >= least && tick <= most);
  const few = within(tens);
  return few.length >= 3 ? few : within(tens.flatMap((ten) => [ten, 2 * ten, 5 * ten]));
}

function valueScale(points: readonly QualityPoint[], range: readonly [number, number]) {
  const ends = points.flatMap(({ value, interval, isNamed }) => [value, ...(isNamed && interval ? interval : [])]);
  const [least, most] = ends.length > 0 ? [Math.min(...ends), Math.max(...ends)] : [0, 1];
  const room = (most - least) * 0.06 || 0.05;
  return scaleLinear([least - room, most + room], range);
}

/** Of the column of systems without a time, in which named ones stand side by side; 0 where all have one. */
function untimedWidth(points: readonly QualityPoint[]): number {
  const without = points.filter(({ cost }) => cost === null);
  if (without.length === 0) return 0;
  const named = without.filter(({ isNamed }) => isNamed).length;
  return Math.max(UNTIMED, 2 * EDGE + GAP * (named - 1));
}

/** Marks that would touch move apart; those without a time stand in a column of their own. */
function placesOf(
  points: readonly QualityPoint[],
  x: ScaleContinuousNumeric<number, number>,
  range: readonly [number, number],
  untimed: number | null,
  end: number,
): number[] {
  const named = points.filter(({ cost, isNamed }) => cost !== null && isNamed);
  const moved = spread(
    named.map(({ cost }) => x(cost!)),
    GAP,
    range,
  );
  const without = points.filter(({ cost, isNamed }) => cost === null && isNamed);
  const first = (untimed ?? 0) + EDGE;
  // Alone they have the whole width, and labels beside them.
  const gap = named.length > 0 ? GAP : Math.max(GAP, Math.min(48, (end - first) / (without.length + 2)));
  return points.map((point) => {
    // Small dots may cover each other: they stand in the middle of the column.
    if (point.cost === null)
      return first + gap * (point.isNamed ? without.indexOf(point) : Math.max(0, without.length - 1) / 2);
    return point.isNamed ? moved[named.indexOf(point)]! : x(point.cost);
  });
}

function labelled(
  drawn: readonly Unlabelled[],
  rules: readonly Box[],
  recommended: string,
  nameOf: (system: string) => string,
  area: Box,
): DrawnPoint[] {
  const named = drawn.filter(({ point }) => point.isNamed);
  // The recommended system chooses first, then those with the least room around them.
  const crowd = ({ x, y }: Unlabelled): number =>
    named.filter((other) => Math.abs(other.x - x) < 120 && Math.abs(other.y - y) < 40).length;
  const order = [...named].sort(
    (a, b) => Number(b.point.id === recommended) - Number(a.point.id === recommended) || crowd(b) - crowd(a),
  );
  const lines = order.map(({ point }) => linesOf(nameOf(point.id)));
  const labels = placeLabels(
    order.map(({ x, y, point }, i) => ({
      x,
      y,
      width: Math.max(...lines[i]!.map((line) => textWidth(line, point.id === recommended))),
      height: lines[i]!.length * LINE,
    })),
    [...drawn.flatMap(boxesOf), ...rules],
    area,
  );
  return drawn.map((each) => {
    const at = order.indexOf(each);
    return { ...each, label: at < 0 ? null : { ...labels[at]!, lines: lines[at]! } };
  });
}

/** A long name breaks before what is added to it, or before its chunking. */
function linesOf(name: string): string[] {
  if (textWidth(name) <= LONG) return [name];
  const at = [name.lastIndexOf(' · '), name.lastIndexOf(' + '), name.lastIndexOf(' (')].find((place) => place > 0);
  return at === undefined ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

function boxesOf({ x, y, bar }: Unlabelled): Box[] {
  const dot = { left: x - 8, right: x + 8, top: y - 8, bottom: y + 8 };
  if (!bar) return [dot];
  return [dot, { left: x - 3, right: x + 3, top: Math.min(...bar), bottom: Math.max(...bar) }];
}

type Place = readonly [x: number, y: number];

const between = ([x1, y1]: Place, [x2, y2]: Place): Box => ({
  left: Math.min(x1, x2) - 2,
  right: Math.max(x1, x2) + 2,
  top: Math.min(y1, y2) - 2,
  bottom: Math.max(y1, y2) + 2,
});

const stepsOf = (front: readonly Unlabelled[], right: number): Box[] =>
  front.flatMap(({ x, y }, i) => {
    const next = front[i + 1];
    const on = between([x, y], [next?.x ?? right, y]);
    return next ? [on, between([next.x, y], [next.x, next.y])] : [on];
  });

/** From each system to the next better one: first on, then up. */
function pathOf(front: readonly Unlabelled[], right: number): string {
  const [first, ...rest] = front;
  if (!first) return '';
  return `M${first.x} ${first.y}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}H${right}`;
}
