import type { Doc } from '../../../base/types';

export type Described = Pick<Doc, 'title' | 'text' | 'metadata'>;

/**
 * The values of a field of a document, as texts; none where it has none. `title` and `text` are those of the document,
 * or a field of that name where the document has none.
 */
export function valuesOf({ title, text, metadata }: Described, field: string): readonly string[] {
  const own = field === 'title' ? title : field === 'text' ? text : '';
  if (own !== '') return [own];
  const value = metadata && Object.hasOwn(metadata, field) ? metadata[field] : undefined;
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [String(value)];
}

/** A decimal number as it is written in most of the world: no blanks inside, no thousands separators, no units. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The field as a number: one that is a number, or a text that is nothing else. Undefined for all others. */
export function numberOf(doc: Described, field: string): number | undefined {
  const [value, ...others] = valuesOf(doc, field);
  if (value === undefined || others.length > 0 || !NUMBER.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The text of some fields, each value in a line: what a retriever of these fields reads. */
export const fieldText = (doc: Described, fields: readonly string[]): string =>
  fields.flatMap((field) => valuesOf(doc, field)).join('\n');
