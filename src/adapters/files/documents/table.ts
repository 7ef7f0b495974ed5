import type { ColumnChoice, FoundTable } from '../../../domain/documents/file-report';
import { MetadataReader } from '../../../domain/dataset/readers/metadata';
import { docId, type Doc } from '../../../base/types';
import { areIds, proposeColumns } from './propose-columns';
import { UnreadFile, type FileReading } from './reader';

export interface DocumentTable {
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly ReadonlyMap<string, unknown>[];
  /** Whether all values are text, as in CSV, and lists are written out in it. */
  readonly isText: boolean;
}

const SAMPLE_ROWS = 5;
const SAMPLE_CHARACTERS = 200;

/**
 * The rows of a table as documents, each with the columns that are neither id, title nor text as metadata.
 *
 * @param asked what the columns are; proposed where null
 * @throws {UnreadFile} where no row has text, or a column is asked for that is not there
 */
export function docsOfTable(
  table: DocumentTable,
  asked: ColumnChoice | null,
): Pick<FileReading, 'docs' | 'message' | 'table'> {
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
  const message = [
    docs.length < rows.length
      ? `${rows.length - docs.length} of ${rows.length} rows have no text, and are left out.`
      : '',
    chosen.id !== null && !isNamed
      ? `Rows are named by their numbers, since “${chosen.id}” is empty or the same in some of them.`
      : '',
  ].filter((told) => told !== '');
  return { docs, message: message.join(' ') || null, table: found };
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

/** A value as text: lists of texts as lines. */
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
