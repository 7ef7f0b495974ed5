import type { ReportedDimension, ReportedSlice, SliceReport } from '../../domain/slices/report';
import { shownSystems } from '../findings/slice-map';
import { labelOf } from '../results/columns';
import { count, measure as valueText } from '../shared/format';
import {
  cellDifference,
  dimensionName,
  dimensionRule,
  pText,
  sliceName,
  slicesAnswer,
} from '../shared/messages/slices';
import { type Markup, markup } from './markup';
import { type ReportParts, shownName, shownSentence } from './report-parts';
import { dot } from './system-dot';

/** Systems that fit beside each other. */
const MAX_SYSTEMS = 8;

/** Where systems differ: a table for each way of dividing the questions on which it depends, and else that there is none. */
export function slicesSection(parts: ReportParts): Markup | null {
  const { slices, names } = parts;
  if (!slices) return null;
  const found = slices.dimensions.filter(({ findings }) => findings.length > 0);
  const shown = shownSystems(slices, null, MAX_SYSTEMS);
  const few = shown.length < slices.systems.length ? ` The best ${shown.length} systems are shown.` : '';
  const note =
    found.length === 0
      ? null
      : markup`<p class="note">${labelOf(slices.measure)} of ${names.name(slices.best)} in each slice, and how far the others are from it.${few}</p>
`;
  return markup`<h2>Where systems differ</h2>
<p>${shownSentence(slicesAnswer(slices))}</p>
${note}${found.map((dimension) => dimensionTable(parts, slices, dimension, shown))}${found.length > 0 ? legend(found, shown) : null}`;
}

function dimensionTable(
  parts: ReportParts,
  report: SliceReport,
  dimension: ReportedDimension,
  shown: readonly number[],
): Markup {
  const ids = shown.map((s) => report.systems[s]!.id);
  const isSure = dimension.findings.some(({ evidence }) => evidence === 'sure');
  return markup`<div class="keep">
<h3>${shownName(dimensionName(dimension))}: ${isSure ? 'differs' : 'may differ'}, p ${pText(dimension.holm)}</h3>
<p class="note">${dimensionRule(dimension)}</p>
<table class="heat cards">
<thead><tr><th scope="col">Slice</th><th scope="col">Questions</th>${ids.map(
    (id) => markup`<th scope="col">${dot(parts, id)}<bdi>${parts.names.name(id)}</bdi></th>`,
  )}</tr></thead>
<tbody>
${dimension.slices.map((slice, i) => sliceRow(parts, slice, sliceText(parts, dimension, slice, i), report, shown))}</tbody></table>
</div>
`;
}

function sliceRow(
  { names }: ReportParts,
  slice: ReportedSlice,
  name: string,
  { systems, best }: SliceReport,
  shown: readonly number[],
): Markup {
  const cells = shown.map((s) => {
    const { mean, certainty } = slice.differences[s]!;
    const { id } = systems[s]!;
    const colour = certainty === 'tie' ? null : markup` class="${mean < 0 ? 'worse' : 'better'} ${certainty}"`;
    return markup`<td data-label="${names.name(id)}"${colour}>${id === best ? valueText(slice.best, 3) : cellDifference(mean)}</td>`;
  });
  return markup`<tr><th scope="row"><bdi>${name}</bdi></th><td data-label="Questions" class="count">${count(slice.counted)}</td>${cells}</tr>
`;
}

/** Topics are named by words of their questions, and documents by themselves: both are left out with the texts. */
function sliceText(
  { withTexts }: ReportParts,
  { kind }: ReportedDimension,
  { label }: ReportedSlice,
  position: number,
): string {
  if (!withTexts && label.code === 'topic') return `Topic ${position + 1}`;
  if (!withTexts && kind === 'document' && label.code === 'document' && label.data.doc !== null)
    return `Document ${position + 1}`;
  return shownName(sliceName(label));
}

function legend(found: readonly ReportedDimension[], shown: readonly number[]): Markup {
  const cells = found.flatMap(({ slices }) => slices.flatMap(({ differences }) => shown.map((s) => differences[s]!)));
  const better = cells.some(({ mean, certainty }) => mean > 0 && certainty !== 'tie');
  const keys = [
    ['worse sure', 'worse, sure'],
    ['worse perhaps', 'worse, perhaps'],
    ...(better
      ? ([
          ['better sure', 'better, sure'],
          ['better perhaps', 'better, perhaps'],
        ] as const)
      : []),
  ] as const;
  return markup`<p class="note legend">${keys.map(([name, text]) => markup`<span><i class="${name}"></i>${text}</span>`)}<span>no colour: a tie</span></p>
<p class="note">Sure: p below .05 in a randomisation test of every pair of systems in every slice (max-T). Perhaps: the 95 % interval of this cell alone does not contain 0. Other ways of dividing the questions show no evidence of a difference.</p>
`;
}
