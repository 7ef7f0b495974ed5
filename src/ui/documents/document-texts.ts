import type { Doc, Heading, Span, Metadata } from '../../base/types';
import type { ColumnChoice, FileReport, FileStatus } from '../../domain/documents/file-report';
import type { Preparation } from '../../domain/documents/preparation';
import { clip, count, counted } from '../shared/format';
import type { FieldSummary } from '../../domain/dataset/corpus';

/** Characters that are shown at once of a document without pages, roughly. */
const PART = 6000;

/** The pages of a document; without pages, parts that end with a paragraph. */
export function partsOf({ text, outline }: Pick<Doc, 'text' | 'outline'>): Span[] {
  const pages = outline?.pages ?? [];
  const cuts = [0, ...(pages.length > 0 ? pages.filter((start) => start > 0) : paragraphCuts(text)), text.length];
  return cuts.slice(1).map((end, i) => ({ start: cuts[i]!, end }));
}

function paragraphCuts(text: string): number[] {
  const cuts: number[] = [];
  for (let at = PART; at < text.length; at = cuts.at(-1)! + PART) {
    const [paragraph, line] = [text.lastIndexOf('\n\n', at), text.lastIndexOf('\n', at)];
    const last = cuts.at(-1) ?? 0;
    const end = [paragraph + 2, line + 1].find((cut) => cut > last + PART / 2) ?? at;
    // A surrogate pair is not split.
    const inside = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
    cuts.push(inside ? end + 1 : end);
  }
  return cuts;
}

export interface Piece {
  readonly text: string;
  readonly level: number | null;
}

export function piecesOf({ text, outline }: Pick<Doc, 'text' | 'outline'>, { start, end }: Span): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (const heading of outline?.headings ?? []) {
    if (heading.start < at || heading.start >= end) continue;
    const until = endOf(text, heading, end);
    if (heading.start > at) pieces.push({ text: text.slice(at, heading.start), level: null });
    pieces.push({ text: text.slice(heading.start, until), level: heading.level });
    at = until;
  }
  if (at < end) pieces.push({ text: text.slice(at, end), level: null });
  return pieces;
}

/** A heading ends with its line, whose marks and blanks its text may lack. */
function endOf(text: string, { start }: Heading, most: number): number {
  const at = text.indexOf('\n', start);
  return at < 0 || at > most ? most : at;
}

export const partAt = (parts: readonly Span[], at: number): number =>
  Math.max(
    0,
    parts.findIndex(({ start, end }) => start <= at && at < end),
  );

const SIGNS: Readonly<Record<string, string>> = { ' ': '·', '\t': '⇥', '\n': '↵' };

/** Makes white space visible; `␣` stands for all but blanks, tabs and line breaks. */
export const visibleSpace = (text: string): string => text.replace(/\s/g, (space) => SIGNS[space] ?? '␣');

const DUPLICATES: Readonly<Record<Preparation['duplicates'], string | null>> = {
  keep: null,
  merge: 'duplicates merged',
  drop: 'duplicates dropped',
};

/** What was done to documents before they were kept: `white space, duplicates merged`. */
export function preparationText({ nfkc, whiteSpace, boilerplate, duplicates }: Preparation): string {
  const steps = [
    nfkc ? 'Unicode NFKC' : null,
    whiteSpace ? 'white space' : null,
    boilerplate ? 'headers and footers' : null,
    DUPLICATES[duplicates],
  ].filter((step) => step !== null);
  return steps.length === 0 ? 'as they are' : steps.join(', ');
}

export const columnsText = ({ text, title, id }: ColumnChoice): string =>
  [
    `text: ${text.map((column) => clip(column, 24)).join(', ')}`,
    title === null ? null : `title: ${clip(title, 24)}`,
    `id: ${id === null ? 'number of the row' : clip(id, 24)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');

/** As `10 to 99.5`, `shoes, bags`, `Acme, … (more than 50 values)`. */
export function fieldText({ values, examples, range }: FieldSummary): string {
  if (range) return range[0] === range[1] ? number(range[0]) : `${number(range[0])} to ${number(range[1])}`;
  const shown = examples.join(', ');
  if (values === null) return `${shown}, … (more than 50 values)`;
  return values.length > examples.length ? `${shown}, … (${counted(values.length, 'value')})` : shown;
}

const number = (value: number): string => String(value).replace('-', '\u2212');

export const heldBy = ({ docs }: FieldSummary, all: number): string =>
  docs === all ? 'every document' : `${count(docs)} of ${count(all)} documents`;

export const metadataLines = (metadata: Metadata): { readonly field: string; readonly text: string }[] =>
  Object.entries(metadata).map(([field, value]) => ({
    field,
    text: typeof value === 'object' ? value.join(', ') : String(value),
  }));

export const numberFields = (fields: readonly FieldSummary[]): FieldSummary[] =>
  fields.filter(({ range }) => range !== null);

const LABELS: Readonly<Record<FileStatus, string>> = {
  read: 'Read',
  unchanged: 'Unchanged',
  empty: 'Empty',
  encrypted: 'Encrypted',
  'too-large': 'Too large',
  'too-slow': 'Took too long',
  broken: 'Damaged',
  skipped: 'Skipped',
  stopped: 'Not reached',
};

export const statusLabel = (status: FileStatus): string => LABELS[status];

export function statusCounts(files: readonly FileReport[]): { readonly status: FileStatus; readonly count: number }[] {
  return (Object.keys(LABELS) as FileStatus[])
    .map((status) => ({ status, count: files.filter((file) => file.status === status).length }))
    .filter(({ count }) => count > 0);
}

export function tellingFirst(files: readonly FileReport[]): readonly FileReport[] {
  const rank = ({ status, message }: FileReport): number =>
    status === 'read' || status === 'unchanged' ? (message === null ? 2 : 1) : 0;
  return files.toSorted((a, b) => rank(a) - rank(b));
}
