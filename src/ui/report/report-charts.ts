import { scaleLinear } from 'd3-scale';
import type { ComparedVerdict, SystemStanding } from '../../domain/verdict/types';
import { textWidth } from '../findings/chart-layout';
import {
  difference,
  differenceTicks,
  intervalWords,
  measure as value,
  latencyTick,
  measureTicks,
} from '../shared/format';
import { type Markup, markup, rounded, colourClass, referenceOf, type ReportParts } from './report-parts';
import { labelOf } from '../results/columns';
import {
  type DrawnPoint,
  drawQuality,
  NAMED_SYSTEMS,
  qualityLatency,
  type QualityLatencyData,
  relativeInterval,
} from '../findings/quality-latency';
import { latencyNote, systemMark } from '../shared/messages/latency';

const AXIS = 26;
const NAMES = 0.42;
const EDGE = 20;
/** Names stand above their bars where the drawing is narrower. */
const BESIDE = 500;
/** Of more systems the best: a figure is not cut between pages. */
export const MAX_DRAWN = 30;

/**
 * How far each system may be above or below the best of the others, as simultaneous intervals around its own difference; its
 * values are in the table.
 *
 * @param width in pixels: text keeps its size @param colour class of a system's colour
 */
export function differenceChart(
  { systems, best, better }: Pick<ComparedVerdict, 'systems' | 'best' | 'better'>,
  { width, name, colour }: { width: number; name: (id: string) => string; colour: (id: string) => string },
): Markup {
  const shown = systems.slice(0, MAX_DRAWN);
  const beside = width >= BESIDE;
  const row = beside ? 24 : 38;
  const widest = 16 + Math.max(...shown.map(({ system }) => textWidth(name(system), true)));
  const room = beside ? Math.min(NAMES * width, widest) : 0;
  const ends = shown.flatMap(({ toBest }) => [...toBest]);
  const x = scaleLinear([Math.min(0, ...ends), Math.max(0, ...ends)], [room + EDGE, width - EDGE]).nice(5);
  const foot = shown.length * row;
  const ticks = x.ticks(beside ? 5 : 3);
  const tickText = differenceTicks(ticks);
  const lines = ticks.map(
    (tick) =>
      markup`<line class="${tick === 0 ? 'axis' : 'grid'}" x1="${rounded(x(tick))}" x2="${rounded(x(tick))}" y1="0" y2="${foot}"/>
<text x="${rounded(x(tick))}" y="${foot + 18}" text-anchor="middle">${tickText(tick)}</text>`,
  );
  const rows = shown.map((standing, i) => {
    const { system, toBest, mean } = standing;
    const y = (i + 1) * row - 12;
    const [low, high] = toBest;
    const own = toTheBestOfOthers(standing, systems, better);
    return markup`<g role="listitem" class="${colour(system)}" aria-label="${name(system)}: ${value(mean, 3)}, to the best ${intervalWords(toBest)}">
<text class="name${best.includes(system) ? ' strong' : ''}" x="0" y="${beside ? y + 4 : y - 10}">${fitting(name(system), beside ? room - 8 : width)}</text>
<line class="bar" x1="${rounded(x(low))}" x2="${rounded(x(high))}" y1="${y}" y2="${y}"/>
<circle class="point" cx="${rounded(x(own))}" cy="${y}" r="5"><title>${difference(own, 3)}</title></circle></g>
`;
  });
  return markup`<svg viewBox="0 0 ${width} ${foot + AXIS}" role="list" aria-label="Difference of each system to the best of the others">${lines}${rows}</svg>`;
}

function toTheBestOfOthers(
  { system, mean }: SystemStanding,
  systems: readonly SystemStanding[],
  better: 'higher' | 'lower',
): number {
  const sign = better === 'higher' ? 1 : -1;
  return (
    sign * mean - Math.max(...systems.filter((other) => other.system !== system).map((other) => sign * other.mean))
  );
}

function fitting(name: string, room: number): string {
  if (textWidth(name, true) <= room) return name;
  const characters = [...name];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, true) > room) characters.pop();
  return `${characters.join('')}…`;
}

const WIDE = { width: 790, height: 262, most: NAMED_SYSTEMS };
const NARROW = { width: 350, height: 330, most: 6 };

/** The measure of the verdict against the time of a question; null where nothing was compared or timed. */
export function qualityFigure(parts: ReportParts): Markup | null {
  const { result, verdict, comparison, names } = parts;
  const reference = referenceOf(parts);
  if (reference === null || !comparison || verdict.kind === 'none') return null;
  const data = (most: number) => qualityLatency(result, verdict.measure, comparison, reference, most);
  const { times, points } = data(WIDE.most);
  if (times === 'none') return null;
  const protocol =
    times === 'latency'
      ? latencyNote(
          points.flatMap(({ latency }) => latency ?? []),
          'Latency of one question at a time on warm models',
        )
      : 'Time of a question is its share of a batch: no question was timed alone.';
  const others = points.filter(({ isNamed }) => !isNamed).length;
  return markup`<h2>Quality against latency</h2>
<figure>
<figcaption>${labelOf(verdict.measure)} with paired 95 % intervals. A bar that crosses the line of ${names.name(reference)} is a tie. ${others > 0 ? `Small dots are ${others} other systems. ` : ''}${protocol} The dotted line is the Pareto line: the best quality within a time.</figcaption>
${[WIDE, NARROW].map(({ width, height, most }, i) => markup`<div class="${i === 0 ? 'wide' : 'narrow'}">${drawing(parts, data(most), reference, width, height)}</div>\n`)}</figure>
`;
}

function drawing(
  parts: ReportParts,
  data: QualityLatencyData,
  reference: string,
  width: number,
  height: number,
): Markup {
  const { names, verdict } = parts;
  const drawn = drawQuality(data, width, height, names.name);
  const { plot } = drawn;
  const yText = measureTicks(drawn.y.map(({ value }) => value));
  const axis = data.times === 'latency' ? 'Median latency per question' : 'Median time per question, in batches';
  const label = labelOf(verdict.measure);
  const text = ({ point }: DrawnPoint): string =>
    systemMark({
      name: names.name(point.id),
      value: point.value,
      measure: label,
      cost: point.cost,
      isOfEngine: point.latency?.source !== undefined,
      difference: point.difference,
      interval: relativeInterval(data, point),
      against: names.name(reference),
    });
  return markup`<svg viewBox="0 0 ${width} ${height}" role="list" aria-label="${label} against ${axis.toLowerCase()}">
${drawn.y.map(
  ({ value, at }) =>
    markup`<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${rounded(at)}" y2="${rounded(at)}"/><text x="${plot.left - 8}" y="${rounded(at + 4)}" text-anchor="end">${yText(value)}</text>\n`,
)}${drawn.x.map(
    ({ value, at }) =>
      markup`<line class="axis" x1="${rounded(at)}" x2="${rounded(at)}" y1="${plot.bottom}" y2="${plot.bottom + 4}"/><text x="${rounded(at)}" y="${plot.bottom + 20}" text-anchor="middle">${latencyTick(value)}</text>\n`,
  )}<text x="${drawn.untimed === null ? plot.right : rounded(drawn.untimed - 12)}" y="${height - 4}" text-anchor="end">${axis}</text>
${
  drawn.untimed === null
    ? null
    : markup`<line class="grid" x1="${rounded(drawn.untimed)}" x2="${rounded(drawn.untimed)}" y1="${plot.top}" y2="${plot.bottom}"/><text x="${plot.right}" y="${plot.bottom + 20}" text-anchor="end">no latency</text>\n`
}${
    drawn.reference === null
      ? null
      : markup`<line class="axis" x1="${plot.left}" x2="${plot.right}" y1="${rounded(drawn.reference)}" y2="${rounded(drawn.reference)}"/>\n`
  }${drawn.pareto === '' ? null : markup`<path class="pareto" d="${drawn.pareto}"/>\n`}${drawn.points.map((each) =>
    mark(each, text(each), each.point.isNamed ? colourClass(parts, each.point.id) : 's0', each.point.id === reference),
  )}</svg>`;
}

function mark({ point, x, y, bar, label }: DrawnPoint, text: string, colour: string, strong: boolean): Markup {
  const at = label && rounded(label.anchor === 'start' ? label.left : label.right);
  return markup`<g role="listitem" class="${colour}" aria-label="${text}"><title>${text}</title>
${label?.far ? markup`<line class="axis" x1="${rounded(x)}" y1="${rounded(y)}" x2="${rounded(label.anchor === 'start' ? label.left : label.right)}" y2="${rounded((label.top + label.bottom) / 2)}"/>` : null}${
    bar
      ? markup`<line class="bar" x1="${rounded(x)}" x2="${rounded(x)}" y1="${rounded(bar[0])}" y2="${rounded(bar[1])}"/>`
      : null
  }<circle class="point" cx="${rounded(x)}" cy="${rounded(y)}" r="${point.isNamed ? 6 : 3.5}"/>${
    label &&
    label.lines.map(
      (line, row) =>
        markup`<text class="name${strong ? ' strong' : ''}" text-anchor="${label.anchor}" x="${at}" y="${rounded(label.top + 12 + 16 * row)}">${line}</text>`,
    )
  }</g>
`;
}
