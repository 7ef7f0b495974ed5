import type { DocId, QueryId, LanguageShare } from '../../base/types';
import { CAUSES } from '../../domain/diagnosis/cause';
import type { Missed } from '../../domain/diagnosis/diagnose';
import type { Diagnosis } from '../../workbench/inspect/diagnosis';
import { missText } from '../shared/messages/diagnosis';
import type { ResultRecord } from '../../contract/result';
import type { Verdict } from '../../domain/verdict/types';
import { SystemColours } from '../shared/system-colours';
import type { CollectionCounts } from '../../contract/storage';
import { visibleText } from '../../domain/report/visible-text';
import type { SliceReport } from '../../domain/slices/report';
import type { Comparison } from '../../domain/statistics/types';
import type { VerdictNames } from '../shared/messages/verdict-badges';

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
export function failuresOf(diagnosis: Diagnosis, texts: FailureTexts | null) {
  const { system, k, stages, questions } = diagnosis;
  const all = questions.flatMap(({ query, missed }) => missed.map((each) => ({ query, miss: each })));
  const causes = CAUSES.map((cause) => {
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
    /** Relevant passages (or needs) of all questions, and those that are missed. */
    targets: questions.reduce((sum, { targets }) => sum + targets, 0),
    missed: all.length,
    questions: questions.length,
    affected: questions.filter(({ missed }) => missed.length > 0).length,
    causes: causes.filter(({ missed }) => missed > 0).sort((a, b) => b.missed - a.missed),
  };
}

export type Failures = ReturnType<typeof failuresOf>;
export type FailuresByCause = Failures['causes'][number];
export type FailureExample = FailuresByCause['examples'][number];

/** The first of different questions, in the order of the result. */
function examplesOf(
  all: readonly { readonly query: QueryId; readonly miss: Missed }[],
  { k, cutAt }: Diagnosis,
  { question, passage, retrievers }: FailureTexts,
) {
  const first = all.filter(({ query }, i) => all.findIndex((other) => other.query === query) === i);
  return first.slice(0, EXAMPLES).map(({ query, miss }) => ({
    question: { id: query, text: question(query) ?? '' },
    /** Null where no passage of the collection would have met it. */
    passage: miss.id === null ? null : passage(miss.id),
    why: missText(miss, { k, retrievers, cutAt }),
  }));
}

const content = Symbol('markup');

/** Markup that {@link markup} made: every text in it is escaped. */
export interface Markup {
  readonly [content]: string;
}

type Part = Markup | string | number | null | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What HTML cannot hold, or reads as something else: NUL, other control characters, carriage returns, surrogates. */
const UNREADABLE = /(?![\n\t])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Marks that reorder the text behind them, beyond the end of their own. */
const BIDIRECTIONAL = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
    .replace(UNREADABLE, '\ufffd')
    .replace(BIDIRECTIONAL, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

/** Inserted parts are text, between tags or in quoted attributes, unless they are markup. Null adds nothing. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = strings.map((string, i) => string + (i < parts.length ? partText(parts[i]!) : '')).join('');
  return { [content]: text };
}

function partText(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return isList(part) ? part.map(partText).join('') : part[content];
}

const isList = (part: Markup | readonly Part[]): part is readonly Part[] => Array.isArray(part);

export const markupText = (made: Markup): string => made[content];

/** A row of column heads. */
export const tableHead = (columns: readonly Part[]): Markup =>
  markup`<thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>`;

/** Of a drawing: a tenth of a pixel is enough. */
export const rounded = (pixels: number): number => Number(pixels.toFixed(1));

/** What the intervals of differences to the best are: while judging goes on, they hold at every look. */
export const intervalName = ({ judging }: Verdict): string =>
  judging ? 'simultaneous 95 % confidence sequence' : 'simultaneous 95 % interval (Hsu)';

const known = new WeakMap<object, SystemColours>();

/** The class of a system's colour, which is of the report alone: what a browser remembers would change its bytes. */
export function colourClass({ result }: { readonly result: ResultRecord }, system: string): string {
  let colours = known.get(result);
  if (!colours) {
    colours = new SystemColours({ read: () => null, write: () => undefined }, '');
    colours.see(result.systems.map(({ id }) => id));
    known.set(result, colours);
  }
  return `s${colours.of(system) ?? 0}`;
}

export const dot = (parts: { readonly result: ResultRecord }, system: string): Markup =>
  markup`<span class="dot ${colourClass(parts, system)}"></span>`;

export interface ReportParts {
  readonly result: ResultRecord;
  readonly collection: {
    readonly name: string;
    readonly counts: CollectionCounts;
    readonly languages: readonly LanguageShare[];
  };
  readonly verdict: Verdict;
  readonly names: VerdictNames;
  readonly measures: readonly string[];
  readonly comparison: Comparison | null;
  readonly slices: SliceReport | null;
  /** Null where they cannot be known, as of runs without documents. */
  readonly failures: Failures | null;
  /** Whether questions and passages may be in it, and what names them. */
  readonly withTexts: boolean;
}

const MAX_NAME = 80;
const MAX_SENTENCE = 1500;

export const shownName = (name: string): string => visibleText(name, MAX_NAME);

export const shownSentence = (sentence: string): string => visibleText(sentence, MAX_SENTENCE);

export const shownNames = (names: VerdictNames): VerdictNames => ({
  ...names,
  name: (id) => shownName(names.name(id)),
});

export function referenceOf({ verdict }: Pick<ReportParts, 'verdict'>): string | null {
  if ('recommended' in verdict) return verdict.recommended.system;
  return verdict.kind === 'single' ? verdict.system : null;
}
