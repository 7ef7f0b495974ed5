import type { FieldSummary } from '../../domain/dataset/fields';
import type { Metadata } from '../../base/types';
import { count, counted } from '../shared/format';

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
