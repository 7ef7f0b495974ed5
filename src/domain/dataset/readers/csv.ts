import papa from 'papaparse';
import { LineCounter } from '../line-counter';
import { problem, type ProblemLog } from '../problem';
import { wholeText, type SourceText } from '../source';

export interface CsvRow {
  readonly cells: readonly string[];
  /** That in which the row begins: a quoted field may hold line breaks. */
  readonly line: number;
}

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Rows of a CSV file (RFC 4180; commas, semicolons or tabs), the first as header, without blank rows. A row of another
 * length than the header is reported and calls `onLost`.
 *
 * @throws {SourceFailure} as the source does
 */
export async function readCsv(source: SourceText, log: ProblemLog, onLost: () => void): Promise<CsvRow[]> {
  const file = source.path;
  const { rows, errors } = parseCsv(await wholeText(source));
  for (const { why, line } of errors) log.add(problem('bad-csv', { file, line }, why));
  const width = rows[0]?.cells.length ?? 0;
  const fitting = rows.filter(({ cells, line }) => {
    if (cells.length === width) return true;
    if (errors.length === 0) log.add(problem('wrong-shape', { file, line }, { cells: width }, { count: cells.length }));
    return false;
  });
  if (rows.length === 0) log.add(problem('empty-file', { file }));
  if (fitting.length < rows.length || errors.length > 0 || rows.length === 0) onLost();
  return fitting;
}

export function csvHeader(head: string): readonly string[] {
  const line = firstLine(head);
  return line.length > MAX_OF_HEADER ? [] : (parseCsv(line).rows[0]?.cells ?? []);
}

const MAX_OF_HEADER = 5000;

interface CsvError {
  readonly why: 'unclosed' | 'unexpected';
  readonly line: number;
}

export function parseCsv(text: string): { rows: CsvRow[]; errors: CsvError[] } {
  const lines = new LineCounter(text);
  const rows: CsvRow[] = [];
  const errors: CsvError[] = [];
  // Without a line break at the end, a carriage return after the last quote would be taken for text.
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  let start = 0;
  papa.parse(whole, {
    delimiter: delimiterOf(text),
    // Also where lines end with CRLF, since both ends may stand in one file.
    newline: '\n',
    fastMode: false,
    step({ data, errors: found, meta }) {
      const { line } = lines.at(start);
      for (const { code, index } of found.slice(0, 1))
        errors.push({ why: code === 'MissingQuotes' ? 'unclosed' : 'unexpected', line: lines.at(index ?? start).line });
      const cells = withoutReturn(data, whole, meta.cursor);
      if (cells.length > 1 || cells[0]?.trim() !== '') rows.push({ cells, line });
      start = meta.cursor;
    },
  });
  return { rows, errors };
}

/** A field without quotes at the end of a CRLF line has the carriage return still. */
function withoutReturn(cells: readonly string[], text: string, end: number): readonly string[] {
  const last = cells.at(-1) ?? '';
  if (!last.endsWith('\r') || !text.startsWith(last, end - 1 - last.length)) return cells;
  return [...cells.slice(0, -1), last.slice(0, -1)];
}

/** The most frequent one in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const header = firstLine(text).replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

const firstLine = (text: string): string => /\S.*/.exec(text)?.[0] ?? '';
