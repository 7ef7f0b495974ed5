import { latencyTick, measureTicks } from '../shared/format';
import { type Markup, markup, rounded, colourClass, referenceOf, type ReportParts } from './report-parts';
import { labelOf } from '../results/columns';
import {
  type DrawnPoint,
  drawQuality,
  NAMED_SYSTEMS,
  qualityLatency,
  type QualityLatencyData,
  markText,
} from '../findings/quality-latency';
import { latencyNote } from '../shared/messages/latency';

const WIDE = { width: 790, height: 262, most: NAMED_SYSTEMS };
const NARROW = { width: 350, height: 330, most: 6 };

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
  const text = ({ point }: DrawnPoint): string => markText(data, point, label, names.name);
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
