import type { LanguageShare } from '../../base/types';
import { contentLanguage } from '../shared/content-language';
import { clip, count, counted, plural } from '../shared/format';
import { CAUSE_LABELS, CAUSE_NOTES, STAGES_NOTES } from '../shared/messages/diagnosis';
import type { FailureExample, FailuresByCause } from './failures';
import { type Markup, markup } from './markup';
import { type ReportParts, shownName } from './report-parts';

/** Of a passage, as wide as so many letters. */
const MAX_PASSAGE = 280;
const MAX_QUESTION = 400;

/** Why the recommended system misses relevant passages. */
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
<table class="cards"><thead><tr><th scope="col">Cause</th><th scope="col">Missed</th><th scope="col">Share</th><th scope="col">Questions</th></tr></thead>
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
