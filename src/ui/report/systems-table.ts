import type { SystemResult } from '../../contract/result';
import { bestOf, figureText, type RankedColumn, rankedColumns } from '../findings/ranked-columns';
import { counted, intervalWords, MISSING } from '../shared/format';
import { decidingName } from '../shared/messages/judging';
import { latencyNote } from '../shared/messages/latency';
import { type Markup, markup } from './markup';
import { intervalName } from './interval-name';
import { referenceOf, type ReportParts } from './report-parts';
import { dot } from './system-dot';

/** Figures with their intervals and times, the best system first. */
export function systemsTable(parts: ReportParts): Markup {
  const { result, verdict, names } = parts;
  const figures = figuresOf(parts);
  const best = figures.map((column) => bestOf(column, result.systems));
  const standings = new Map('systems' in verdict ? verdict.systems.map((each) => [each.system, each]) : []);
  const order = [...standings.keys()];
  const place = ({ id }: SystemResult): number => (standings.has(id) ? order.indexOf(id) : order.length);
  const ranked = [...result.systems].sort((a, b) => place(a) - place(b));
  const reference = referenceOf(parts);
  const rows = ranked.map(
    (
      system,
    ) => markup`<tr><th scope="row">${dot(parts, system.id)}<bdi>${names.name(system.id)}</bdi></th>${figures.map(
      (column, i) =>
        markup`<td data-label="${column.label}"${best[i]!.has(system.id) ? markup` class="best"` : null}>${figureText(column, system)}</td>`,
    )}${
      standings.size > 0
        ? markup`<td data-label="Difference to the best">${standings.has(system.id) ? intervalWords(standings.get(system.id)!.toBest) : MISSING}</td>`
        : null
    }</tr>
`,
  );
  return markup`<h2>Systems</h2>
<p class="note">Means over ${counted(result.queries.length, 'question')}, best first; bold: the best value of a column.${
    standings.size > 0
      ? ` The difference of each system to the best of the others${ofWhat(verdict)} is a ${intervalName(verdict)}: a system whose interval goes above 0 may be the best.`
      : ''
  } ${latencyText(parts)}</p>
<table class="cards"><thead><tr><th scope="col">System</th>${figures.map(({ label, note }) => markup`<th scope="col">${label}${note ? ` (${note})` : ''}</th>`)}${
    standings.size > 0 ? markup`<th scope="col">Difference to the best</th>` : null
  }</tr></thead>
<tbody>
${rows}</tbody></table>
${reference === null || !('recommended' in verdict) ? null : markup`<p class="note">Recommended: ${names.name(reference)}.</p>\n`}`;
}

const ofWhat = ({ estimate, measure }: ReportParts['verdict']): string =>
  estimate === 'ratio' ? ` by ${decidingName(estimate, measure)}` : '';

const TIMES = ['latency', 'latency-p95'] as const;
/** Where a question was never timed alone. */
const BATCHES = ['batch-time'] as const;

function figuresOf({ result, measures }: ReportParts): RankedColumn[] {
  const all = rankedColumns(result);
  const known = (ids: readonly string[]): RankedColumn[] =>
    ids.flatMap((id) => all.find((column) => column.id === id) ?? []);
  const times = known(TIMES);
  return [...known(measures), ...(times.length > 0 ? times : known(BATCHES))];
}

const latencyText = ({ result }: ReportParts): string =>
  latencyNote(
    result.systems.flatMap(({ latency }) => latency ?? []),
    'Latency is the median of single questions on warm models, beside its 95th percentile',
  );
