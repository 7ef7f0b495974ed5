import papa from 'papaparse';
import { LineCounter, checkLength, type SourceText } from '../source';
import { problem, type ProblemLog } from '../problem';

export interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

const DELIMITERS = [',', ';', '\t'] as const;
/** A first line of spreadsheets that names the delimiter. */
const SEPARATOR = /^\uFEFF?\s*sep=(.)[ \r]*\n/i;

/** RFC 4180 with commas, semicolons or tabs, the first row as header. @throws {SourceFailure} as the source does */
export async function* csvRows(
  source: SourceText,
  log: ProblemLog,
  onLost: () => void,
): AsyncGenerator<readonly CsvRow[]> {
  const file = source.path;
  let width: number | null = null;
  let hasErrors = false;
  for await (const { rows, errors } of csvBlocks(source)) {
    for (const { why, line } of errors) log.add(problem('bad-csv', { file, line }, why));
    hasErrors ||= errors.length > 0;
    width ??= rows[0]?.cells.length ?? null;
    const fitting = rows.filter(({ cells, line }) => {
      if (cells.length === width) return true;
      if (!hasErrors) log.add(problem('wrong-shape', { file, line }, { cells: width! }, { count: cells.length }));
      return false;
    });
    if (fitting.length < rows.length || errors.length > 0) onLost();
    yield fitting;
  }
  if (width !== null) return;
  log.add(problem('empty-file', { file }));
  onLost();
}

async function* csvBlocks(source: SourceText): AsyncGenerator<Pick<ParsedCsv, 'rows' | 'errors'>> {
  let delimiter: string | null = null;
  let waiting: string[] = [];
  let [line, units, enough] = [1, 0, 0];
  for await (const { text, firstLine } of source.blocks()) {
    if (delimiter === null && !/\S/.test(text)) continue;
    const table: DelimitedText = delimiter === null ? delimited(text) : { text, delimiter };
    delimiter = table.delimiter;
    if (waiting.length === 0) line = firstLine;
    waiting.push(table.text);
    units += table.text.length;
    checkLength(source.path, units);
    // Twice as much each time: a quote that is never closed must not have all of it read again for each block.
    if (units < enough) continue;
    const whole = waiting.join('');
    const { rows, errors, open } = parsePart(whole, delimiter, line);
    const from = open?.offset ?? whole.length;
    waiting = open ? [whole.slice(from)] : [];
    units = whole.length - from;
    enough = 2 * units;
    if (open) line = open.line;
    yield { rows, errors };
  }
  if (delimiter === null || waiting.length === 0) return;
  const { rows, errors, open } = parsePart(waiting.join(''), delimiter, line);
  yield open ? { rows: [...rows, open.row], errors: [...errors, open.error] } : { rows, errors };
}

function parsePart(text: string, delimiter: string, firstLine: number): ParsedCsv {
  if (text.includes('"') || text.startsWith(BYTE_ORDER_MARK)) return parsed(text, delimiter, firstLine);
  const rows: CsvRow[] = [];
  let line = firstLine;
  for (let start = 0; start < text.length; line++) {
    const found = text.indexOf('\n', start);
    const next = found === -1 ? text.length : found;
    const cells = text.slice(start, text[next - 1] === '\r' && next > start ? next - 1 : next).split(delimiter);
    if (!isBlank(cells)) rows.push({ cells, line });
    start = next + 1;
  }
  return { rows, errors: [], open: null };
}

const BYTE_ORDER_MARK = '\uFEFF';

const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0]!.trim() === '';

export function csvHeader(head: string): readonly string[] {
  const { text, delimiter } = delimited(head);
  const line = firstLine(text);
  return line.length > MAX_OF_HEADER ? [] : (parsed(line, delimiter, 1).rows[0]?.cells ?? []);
}

const MAX_OF_HEADER = 5000;

interface CsvError {
  readonly why: 'unclosed' | 'unexpected';
  readonly line: number;
}

interface ParsedCsv {
  readonly rows: CsvRow[];
  readonly errors: CsvError[];
  readonly open: {
    readonly row: CsvRow;
    readonly error: CsvError;
    readonly offset: number;
    readonly line: number;
  } | null;
}

export function parseCsv(text: string): { rows: CsvRow[]; errors: CsvError[] } {
  const table = delimited(text);
  const { rows, errors, open } = parsed(table.text, table.delimiter, 1);
  return open ? { rows: [...rows, open.row], errors: [...errors, open.error] } : { rows, errors };
}

function parsed(text: string, delimiter: string, firstLine: number): ParsedCsv {
  const lines = new LineCounter(text);
  const lineAt = (offset: number): number => lines.at(offset).line + firstLine - 1;
  const rows: CsvRow[] = [];
  const errors: CsvError[] = [];
  let open: ParsedCsv['open'] = null;
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  let start = 0;
  // It takes a byte order mark off, which inside of a file is a character as any other.
  papa.parse(firstLine > 1 && whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK + whole : whole, {
    delimiter,
    // Also where lines end with CRLF, since both ends may stand in one file.
    newline: '\n',
    fastMode: false,
    step({ data, errors: found, meta }) {
      const line = lineAt(start);
      const [first] = found;
      const error: CsvError | null = first
        ? { why: first.code === 'MissingQuotes' ? 'unclosed' : 'unexpected', line: lineAt(first.index ?? start) }
        : null;
      const cells = withoutReturn(data, whole, meta.cursor);
      if (error && found.some(({ code }) => code === 'MissingQuotes'))
        open = { row: { cells, line }, error, offset: start, line };
      else {
        if (error) errors.push(error);
        if (!isBlank(cells)) rows.push({ cells, line });
      }
      start = meta.cursor;
    },
  });
  return { rows, errors, open };
}

function withoutReturn(cells: readonly string[], text: string, end: number): readonly string[] {
  const last = cells.at(-1) ?? '';
  if (!last.endsWith('\r') || !text.startsWith(last, end - 1 - last.length)) return cells;
  return [...cells.slice(0, -1), last.slice(0, -1)];
}

interface DelimitedText {
  readonly text: string;
  readonly delimiter: string;
}

/** A line that names the delimiter becomes an empty one, so that the numbers of the others stay right. */
function delimited(text: string): DelimitedText {
  const named = SEPARATOR.exec(text);
  return named ? { text: text.replace(SEPARATOR, '\n'), delimiter: named[1]! } : { text, delimiter: delimiterOf(text) };
}

function delimiterOf(text: string): string {
  const header = firstLine(text).replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

const firstLine = (text: string): string => /\S.*/.exec(text)?.[0] ?? '';
