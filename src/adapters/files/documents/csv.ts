import { parseCsv } from '../../../domain/dataset/readers/csv';
import { decodeFile } from './encoding';
import { UnreadFile, type DocumentReader } from './reader';
import { docsOfTable } from './table';
import { requireText } from './text';

/** A table between commas, semicolons or tabs, the first row with the names of the columns: a document a row. */
export const readCsvDocuments: DocumentReader = ({ path, bytes }, { columns }) => {
  const { text, encoding, message } = decodeFile(bytes);
  requireText(text);
  const [header, ...rows] = wholeRows(text);
  const names = uniqueNames(header!.cells);
  const maps = rows.map(({ cells }) => new Map(names.map((name, i) => [name, cells[i]!])));
  const reading = docsOfTable({ path, columns: names, rows: maps, isText: true }, columns);
  return Promise.resolve({
    ...reading,
    encoding,
    message: [message, reading.message].filter(Boolean).join(' ') || null,
  });
};

/** @throws {UnreadFile} where a row is not as long as the first, or quotes are not closed */
function wholeRows(text: string): ReturnType<typeof parseCsv>['rows'] {
  const { rows, errors } = parseCsv(text);
  const [error] = errors;
  if (error) {
    const what = error.why === 'unclosed' ? 'a quoted field is not closed' : 'there is text after a closing quote';
    throw new UnreadFile('broken', `In line ${error.line} ${what}. Correct it, or write the table again as CSV.`);
  }
  const width = rows[0]!.cells.length;
  const odd = rows.find(({ cells }) => cells.length !== width);
  if (!odd) return rows;
  const fields = `${odd.cells.length} ${odd.cells.length === 1 ? 'field' : 'fields'}`;
  throw new UnreadFile(
    'broken',
    `Line ${odd.line} has ${fields}, and the first has ${width}. Put texts with commas or line breaks in quotes.`,
  );
}

/** Columns without a name, or with one that was there before, have their number too. */
function uniqueNames(cells: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [i, cell] of cells.entries()) {
    const name = cell.trim();
    names.add(name === '' || names.has(name) ? `${name || 'Column'} (${i + 1})` : name);
  }
  return [...names];
}
