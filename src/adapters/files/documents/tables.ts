import type { ColumnChoice, FoundTable } from '../../../domain/documents/file-report';
import { ProblemLog, SourceFailure } from '../../../domain/dataset/problem';
import { parseCsv } from '../../../domain/dataset/readers/csv';
import { recordsOf } from '../../../domain/dataset/readers/json-records';
import { MetadataReader } from '../../../domain/dataset/readers/metadata';
import { docId, type Doc } from '../../../base/types';
import { type DecodedFile, decodeText } from './encoding';
import { joinMessages, UnreadFile, type DocumentReader, type FileReading } from './reader';

const TEXT = 'text content contents body passage document article page_content description'.split(' ');
const TEXT_CJK = '正文 内容 內容 文本 本文 テキスト 文章 説明 描述'.split(' ');
const TITLE = 'title headline heading subject name 标题 標題 题目 タイトル 題名 見出し 件名'.split(' ');
const ID = '_id id doc_id docid document_id passage_id pid uid uuid key 编号 編號 番号'.split(' ');

/** Roles by the names of columns, else the longest texts on average; null if no column holds text. */
export function proposeColumns(
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
): ColumnChoice | null {
  const named = (names: readonly string[], fits: (column: string) => boolean): string | null =>
    names.flatMap((name) => columns.filter((column) => column.trim().toLowerCase() === name)).find(fits) ?? null;
  const hasText = (column: string): boolean => valuesOf(column).some((value) => value.trim() !== '');
  const filled = columns.filter(hasText);
  const unnamed = filled.filter((column) => !ID.includes(column.trim().toLowerCase()));
  const text = named([...TEXT, ...TEXT_CJK], hasText) ?? longest(unnamed.length > 0 ? unnamed : filled, valuesOf);
  if (text === null) return null;
  const isOther = (column: string): boolean => column !== text && hasText(column);
  return {
    text: [text],
    title: named(TITLE, isOther),
    id: named(ID, (column) => isOther(column) && areIds(valuesOf(column))),
  };
}

function longest(columns: readonly string[], valuesOf: (column: string) => readonly string[]): string | null {
  const lengths = columns.map((column) => valuesOf(column).reduce((sum, value) => sum + value.length, 0));
  return columns[lengths.indexOf(Math.max(...lengths))] ?? null;
}

const areIds = (values: readonly string[]): boolean =>
  values.every((value) => value.trim() !== '') && new Set(values).size === values.length;

/** Commas, semicolons or tabs; the first row is the header, each other row a document. */
export const readCsvDocuments: DocumentReader = ({ path, bytes }, { columns }) => {
  const decoded = decodeText(bytes);
  const [header, ...rows] = wholeRows(decoded.text);
  const names = uniqueNames(header!.cells);
  const maps = rows.map(({ cells }) => new Map(names.map((name, i) => [name, cells[i]!])));
  return Promise.resolve(docsOfTable({ path, columns: names, rows: maps, isText: true }, columns, decoded));
};

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

function uniqueNames(cells: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [i, cell] of cells.entries()) {
    const name = cell.trim();
    names.add(name === '' || names.has(name) ? `${name || 'Column'} (${i + 1})` : name);
  }
  return [...names];
}

export const readJsonLinesDocuments: DocumentReader = async ({ path, bytes }, { columns }) => {
  const decoded = decodeText(bytes);
  const rows = (await recordsIn(decoded.text, bytes.length)).map((record) => new Map(Object.entries(record)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return docsOfTable({ path, columns: names, rows, isText: false }, columns, decoded);
};

async function recordsIn(text: string, bytes: number): Promise<Readonly<Record<string, unknown>>[]> {
  const log = new ProblemLog();
  const source = {
    path: '',
    bytes,
    head: () => Promise.resolve(text),
    async *blocks() {
      yield await Promise.resolve({ text, firstLine: 1 });
    },
  };
  const records: Readonly<Record<string, unknown>>[] = [];
  for await (const lines of recordsOf(source, ['a text'], log, () => undefined))
    for (const { record } of lines) records.push(record);
  const [problem] = log.problems;
  if (problem) throw new SourceFailure(problem);
  return records;
}

interface DocumentTable {
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly ReadonlyMap<string, unknown>[];
  /** Whether all values are text, as in CSV, and lists are written out in it. */
  readonly isText: boolean;
}

const SAMPLE_ROWS = 5;
const SAMPLE_CHARACTERS = 200;

/** A document per row; columns other than id, title and text become metadata. */
function docsOfTable(
  table: DocumentTable,
  asked: ColumnChoice | null,
  { encoding, message }: DecodedFile,
): FileReading {
  const { path, columns, rows } = table;
  const valuesOf = (column: string): string[] => rows.map((row) => textOf(row.get(column)));
  const proposed = proposeColumns(columns, valuesOf);
  if (!proposed) throw new UnreadFile('empty', 'No row of this table holds text. Leave it out, or fill it.');
  const found: FoundTable = { path, columns, sample: sampleOf(table), chosen: asked ?? proposed };
  const { chosen } = found;
  const missing = [...chosen.text, chosen.title, chosen.id].filter((name) => name !== null && !columns.includes(name));
  if (missing.length > 0 || chosen.text.length === 0) {
    const why = missing.length > 0 ? `There is no column “${missing[0]}”` : 'No column is chosen for the text';
    const table = { ...found, chosen: proposed };
    throw new UnreadFile('broken', `${why}. Choose among ${columns.map((name) => `“${name}”`).join(', ')}.`, table);
  }
  const isNamed = chosen.id !== null && areIds(valuesOf(chosen.id));
  const docs = docsOf(table, chosen, isNamed ? chosen.id : null);
  if (docs.length === 0) {
    const names = chosen.text.map((name) => `“${name}”`).join(', ');
    throw new UnreadFile('empty', `No row has text in ${names}. Choose another column.`, found);
  }
  const left = rows.length - docs.length;
  const notes = joinMessages(
    message,
    left > 0 ? `${left} of ${rows.length} rows have no text, and are left out.` : null,
    chosen.id !== null && !isNamed
      ? `Rows are named by their numbers, since “${chosen.id}” is empty or the same in some of them.`
      : null,
  );
  return { docs, encoding, message: notes, table: found };
}

function docsOf({ path, rows, isText }: DocumentTable, { text, title }: ColumnChoice, id: string | null): Doc[] {
  const metadata = new MetadataReader([...text, title, id].filter((column) => column !== null));
  return rows.flatMap((fields, i) => {
    const parts = text.map((column) => textOf(fields.get(column))).filter((part) => part.trim() !== '');
    if (parts.length === 0) return [];
    const own = metadata.read({ fields, isText, place: () => ({ file: path }) });
    return {
      id: docId(`${path}:${id === null ? i + 1 : textOf(fields.get(id)).trim()}`),
      title: title === null ? '' : textOf(fields.get(title)).replace(/\s+/g, ' ').trim(),
      text: parts.join('\n'),
      ...(own && { metadata: own }),
    };
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n');
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(textOf).join('\n') : '';
}

const sampleOf = ({ columns, rows }: DocumentTable): Record<string, string>[] =>
  rows
    .slice(0, SAMPLE_ROWS)
    .map((row) => Object.fromEntries(columns.map((column) => [column, shortened(textOf(row.get(column)))])));

const shortened = (text: string): string =>
  text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS)}…` : text;
