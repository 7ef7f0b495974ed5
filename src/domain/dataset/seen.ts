import { listed, quoted } from './problem';
import { sampleColumns } from './readers/columns';
import { csvHeader } from './readers/csv';
import { fieldNames } from './readers/records';

const DELIMITED = /[\t,;]/;
/** Characters that text has none of. */
const BINARY = /[\0\ufffd]/;
const JSON_START = /^\s*[[{]/;

/** What the columns of TREC files are, for a person whose lines have others. */
const TREC_COLUMNS = 'a line of a TREC run has 6, and one of TREC qrels 4';

/**
 * What can be seen at the beginning of a file that is of no known format: its columns or fields.
 *
 * @returns null where there is nothing to describe
 */
export function describeHead(head: string): string | null {
  const first = head.split('\n').find((line) => line.trim() !== '');
  if (first === undefined) return 'is empty';
  if (BINARY.test(head)) return null;
  if (JSON_START.test(head)) {
    const names = [...fieldNames(head)];
    return names.length === 0 ? 'is JSON without fields' : `is JSON with the fields ${listed(names.map(quoted))}`;
  }
  const columns = csvHeader(head);
  if (DELIMITED.test(first) && columns.length > 1)
    return `is a table of ${columns.length} columns, the first line being ${listed(columns.map(quoted))}`;
  const width = sampleColumns(head)[0]?.length ?? 0;
  if (width < 3) return null;
  return `has ${widthOf(first)} columns between blanks in its first line, ${quoted(first.trim())}; ${TREC_COLUMNS}`;
}

const widthOf = (line: string): number => line.trim().split(/\s+/).length;
