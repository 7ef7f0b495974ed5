import type { Doc } from '../../../base/types';

export type Described = Pick<Doc, 'title' | 'text' | 'metadata'>;

/** The values of a field of a document, as texts. `title` and `text` are the document's own where it has them. */
export function valuesOf({ title, text, metadata }: Described, field: string): readonly string[] {
  const own = field === 'title' ? title : field === 'text' ? text : '';
  if (own !== '') return [own];
  const value = metadata && Object.hasOwn(metadata, field) ? metadata[field] : undefined;
  if (value === undefined) return [];
  return typeof value === 'object' ? value : [String(value)];
}

/** A decimal number as it is written in most of the world: no blanks inside, no thousands separators, no units. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export function numberOf(doc: Described, field: string): number | undefined {
  const [value, ...others] = valuesOf(doc, field);
  if (value === undefined || others.length > 0 || !NUMBER.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export const fieldText = (doc: Described, fields: readonly string[]): string =>
  fields.flatMap((field) => valuesOf(doc, field)).join('\n');
