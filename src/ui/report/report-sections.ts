import type { SystemResult } from '../../contract/result';
import { bestOf, figureText, type RankedColumn, rankedColumns } from '../results/ranked-columns';
import {
  counted,
  intervalWords,
  MISSING,
  interval,
  measure,
  share,
  count,
  measure as valueText,
  clip,
  plural,
} from '../shared/format';
import { questionTimes } from '../../domain/report/question-times';
import { latencyNote } from '../shared/messages/latency';
import {
  type Markup,
  markup,
  intervalName,
  tableHead,
  dot,
  referenceOf,
  type ReportParts,
  shownName,
  shownSentence,
  type FailureExample,
  type FailuresByCause,
} from './report-parts';
import type { ReportedDimension, ReportedSlice, SliceReport } from '../../domain/slices/report';
import { shownSystems } from '../findings/slice-map';
import { labelOf } from '../results/columns';
import {
  cellDifference,
  dimensionName,
  dimensionRule,
  pText,
  sliceName,
  slicesAnswer,
} from '../shared/messages/slices';
import type { LanguageShare } from '../../base/types';
import { contentLanguage } from '../shared/passages';
import { CAUSE_LABELS, CAUSE_NOTES, STAGES_NOTES } from '../shared/messages/diagnosis';

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
      ? ` The difference of each system to the best of the others is a ${intervalName(verdict)}: a system whose interval goes above 0 may be the best.`
      : ''
  } ${latencyText(parts)}</p>
<table class="cards">${tableHead(['System', ...figures.map(({ label }) => label), ...(standings.size > 0 ? ['Difference to the best'] : [])])}
<tbody>
${rows}</tbody></table>
${reference === null || !('recommended' in verdict) ? null : markup`<p class="note">Recommended: ${names.name(reference)}.</p>\n`}`;
}

const TIMES = ['latency', 'latency-p95'] as const;
/** Where a question was never timed alone. */
const BATCHES = ['batch-time'] as const;

function figuresOf({ result, measures }: ReportParts): RankedColumn[] {
  const all = rankedColumns(result);
  const known = (ids: readonly string[]): RankedColumn[] =>
    ids.flatMap((id) => all.find((column) => column.id === id) ?? []);
  return [...known(measures), ...known(questionTimes(result.systems).kind === 'batches' ? BATCHES : TIMES)];
}

const latencyText = ({ result }: ReportParts): string =>
  latencyNote(
    result.systems.flatMap(({ latency }) => latency ?? []),
    'Latency is the median of single questions on warm models, beside its 95th percentile',
  );

export function noAnswerSection({ result, names }: ReportParts): Markup | null {
  const { noAnswer } = result;
  if (!noAnswer) return null;
  const { answerable, unanswerable, systems } = noAnswer;
  const rows = systems.map(({ system, area, heldOut }) => {
    const cells = [
      heldOut ? `${measure(heldOut.balanced, 3)} ${interval(heldOut.ci95)}` : MISSING,
      heldOut ? share(heldOut.falseAnswers) : MISSING,
      heldOut ? share(heldOut.falseRefusals) : MISSING,
      area.auc === null ? MISSING : `${measure(area.auc, 3)}${area.ci95 ? ` ${interval(area.ci95)}` : ''}`,
    ];
    return markup`<tr><th scope="row">${names.name(system)}</th>${cells.map((cell) => markup`<td class="number">${cell}</td>`)}</tr>\n`;
  });
  return markup`<h2>Questions without an answer</h2>
<p>${unanswerable} questions that nothing answers, beside ${answerable} with an answer. A question is refused where its first score is below a threshold, which is chosen on the other questions. Balanced accuracy and AUC are .5 for a system that always answers and for one that never does.</p>
<div class="scrolls"><table>
${tableHead(['System', 'Balanced accuracy', 'False answers', 'False refusals', 'AUC'])}
<tbody>
${rows}</tbody>
</table></div>
`;
}

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
${tableHead(['Slice', 'Questions', ...ids.map((id) => markup`${dot(parts, id)}<bdi>${parts.names.name(id)}</bdi>`)])}
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

const MAX_PASSAGE = 280;
const MAX_QUESTION = 400;

export function failuresSection({ failures, names, collection, withTexts }: ReportParts): Markup | null {
  if (!failures) return null;
  const { system, k, targets, missed, questions, affected, causes } = failures;
  const title = markup`<h2>What ${names.name(system)} misses</h2>`;
  if (missed === 0)
    return markup`${title}
<p>Nothing: ${plural(targets, 'the relevant passage is', 'all relevant passages are')} among its first ${k}.</p>
`;
  const note = STAGES_NOTES[failures.stages];
  const examples = causes.filter((each) => each.examples.length > 0);
  return markup`${title}
<p>${count(missed)} of ${counted(targets, 'relevant passage')} ${plural(missed, 'is', 'are')} not among the first ${k}, on ${count(affected)} of ${counted(questions, 'question')}.${note === null ? '' : ` ${note}`}</p>
<table class="cards">${tableHead(['Cause', 'Missed', 'Share', 'Questions'])}
<tbody>
${causes.map((each) => causeRow(each, missed))}</tbody></table>
${examples.length > 0 ? markup`<h3>Examples</h3>\n${examples.map((each) => exampleList(each, collection.languages))}` : null}${
    withTexts ? null : markup`<p class="note">Questions and passages are left out of this report.</p>\n`
  }`;
}

const causeRow = ({ cause, missed, questions }: FailuresByCause, all: number): Markup =>
  markup`<tr><th scope="row">${CAUSE_LABELS[cause]} <span class="note">${CAUSE_NOTES[cause]}</span></th><td data-label="Missed">${count(missed)}</td><td data-label="Share">${percent(missed / all)}</td><td data-label="Questions">${count(questions)}</td></tr>
`;

const percent = (share: number): string => `${count(100 * share)} %`;

const exampleList = ({ cause, examples }: FailuresByCause, languages: readonly LanguageShare[]): Markup =>
  markup`<h4>${CAUSE_LABELS[cause]}</h4>
${examples.map((example) => exampleMarkup(example, languages))}`;

const exampleMarkup = ({ question, passage, why }: FailureExample, languages: readonly LanguageShare[]): Markup =>
  markup`<blockquote><p><strong ${langOf(question.text, languages)}>${clip(question.text, MAX_QUESTION)}</strong> <span class="note"><bdi>${shownName(question.id)}</bdi></span></p>
${
  passage
    ? markup`<p ${langOf(passage.text, languages)}>${passage.title === '' ? null : markup`<b>${clip(passage.title, MAX_QUESTION)}</b> `}${clip(passage.text, MAX_PASSAGE)} <span class="note"><bdi>${shownName(passage.id)}</bdi></span></p>
`
    : null
}<p class="note">Missed: ${why.title}. ${why.text}</p></blockquote>
`;

/** Its own direction, so that it does not turn round what stands beside it. */
function langOf(text: string, languages: readonly LanguageShare[]): Markup {
  const language = contentLanguage(text, languages);
  return language === undefined ? markup`dir="auto"` : markup`lang="${language}" dir="auto"`;
}
