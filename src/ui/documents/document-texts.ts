import type { ColumnChoice, FileReport, FileStatus } from '../../domain/documents/file-report';
import type { Preparation } from '../../domain/documents/preparation';
import { clip, count, counted } from '../shared/format';
import type { FieldSummary } from '../../domain/dataset/fields';
import type { Metadata } from '../../base/types';

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

/** Which columns of a table are what: `text: room, description · title: name · id: number of the row`. */
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

/** Fields that hold a number in every document that has them. */
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

/** Counts of the statuses that occur, read files first. */
export function statusCounts(files: readonly FileReport[]): { readonly status: FileStatus; readonly count: number }[] {
  return (Object.keys(LABELS) as FileStatus[])
    .map((status) => ({ status, count: files.filter((file) => file.status === status).length }))
    .filter(({ count }) => count > 0);
}

/** Files with a report first, then in their order. */
export function tellingFirst(files: readonly FileReport[]): readonly FileReport[] {
  const rank = ({ status, message }: FileReport): number =>
    status === 'read' || status === 'unchanged' ? (message === null ? 2 : 1) : 0;
  return files.toSorted((a, b) => rank(a) - rank(b));
}
