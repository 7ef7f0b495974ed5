import type { SeenHead } from './outcome';
import { sampleColumns } from './readers/columns';
import { csvHeader } from './readers/csv';
import { fieldNames } from './readers/records';

const DELIMITED = /[\t,;]/;
const BINARY = /[\0\ufffd]/;
const JSON_START = /^\s*[[{]/;

/** Columns or fields at the beginning of a file of unknown format; null where there is nothing to describe. */
export function seenHead(head: string): SeenHead | null {
  const first = head.split('\n').find((line) => line.trim() !== '');
  if (first === undefined) return { kind: 'empty' };
  if (BINARY.test(head)) return null;
  if (JSON_START.test(head)) return { kind: 'json', fields: [...fieldNames(head)] };
  const columns = csvHeader(head);
  if (DELIMITED.test(first) && columns.length > 1) return { kind: 'table', columns };
  const line = first.trim();
  return (sampleColumns(head)[0]?.length ?? 0) < 3 ? null : { kind: 'blanks', columns: line.split(/\s+/).length, line };
}
