import type { DocId, Query, QueryId, LanguageShare } from '../../base/types';
import { type Cause, CAUSES } from '../../domain/diagnosis/cause';
import type { Missed } from '../../domain/diagnosis/diagnose';
import type { Diagnosis } from '../../workbench/inspect/diagnosis';
import { type MissText, missText, CAUSE_LABELS, CAUSE_NOTES, STAGES_NOTES } from '../shared/messages/diagnosis';
import { contentLanguage } from '../shared/content-language';
import { clip, count, counted, plural } from '../shared/format';
import { type Markup, markup } from './markup';
import { type ReportParts, shownName } from './report-parts';

export interface Failures extends Pick<Diagnosis, 'system' | 'k' | 'stages'> {
  /** Relevant passages (or needs) of all questions, and those that are missed. */
  readonly targets: number;
  readonly missed: number;
  readonly questions: number;
  /** With at least one miss. */
  readonly affected: number;
  /** Those that occur, the most frequent first. */
  readonly causes: readonly FailuresByCause[];
}

export interface FailuresByCause {
  readonly cause: Cause;
  readonly missed: number;
  readonly questions: number;
  /** None unless texts were asked for. */
  readonly examples: readonly FailureExample[];
}

export interface FailureExample {
  readonly question: Pick<Query, 'id' | 'text'>;
  /** Null where no passage of the collection would have met it. */
  readonly passage: Passage | null;
  readonly why: MissText;
}

interface Passage {
  readonly id: DocId;
  readonly title: string;
  readonly text: string;
}

export interface FailureTexts {
  readonly question: (id: QueryId) => string | null;
  readonly passage: (id: DocId) => Passage | null;
  readonly retrievers: readonly string[];
}

const EXAMPLES = 2;

/** @param texts null where no question and no passage is wanted */
export function failuresOf(diagnosis: Diagnosis, texts: FailureTexts | null): Failures {
  const { system, k, stages, questions } = diagnosis;
  const all = questions.flatMap(({ query, missed }) => missed.map((each) => ({ query, miss: each })));
  const causes = CAUSES.map((cause): FailuresByCause => {
    const own = all.filter(({ miss }) => miss.cause === cause);
    return {
      cause,
      missed: own.length,
      questions: new Set(own.map(({ query }) => query)).size,
      examples: texts ? examplesOf(own, diagnosis, texts) : [],
    };
  });
  return {
    system,
    k,
    stages,
    targets: questions.reduce((sum, { targets }) => sum + targets, 0),
    missed: all.length,
    questions: questions.length,
    affected: questions.filter(({ missed }) => missed.length > 0).length,
    causes: causes.filter(({ missed }) => missed > 0).sort((a, b) => b.missed - a.missed),
  };
}

/** The first of different questions, in the order of the result. */
function examplesOf(
  all: readonly { readonly query: QueryId; readonly miss: Missed }[],
  { k, cutAt }: Diagnosis,
  { question, passage, retrievers }: FailureTexts,
): FailureExample[] {
  const first = all.filter(({ query }, i) => all.findIndex((other) => other.query === query) === i);
  return first.slice(0, EXAMPLES).map(({ query, miss }) => ({
    question: { id: query, text: question(query) ?? '' },
    passage: miss.id === null ? null : passage(miss.id),
    why: missText(miss, { k, retrievers, cutAt }),
  }));
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
