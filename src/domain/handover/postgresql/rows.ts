import type { Metadata } from '../../../base/types';
import { numberOf, valuesOf } from '../../retrieval/metadata/field-values';
import type { FilterSpec } from '../../retrieval/metadata/metadata-spec';
import type { HandedPassage, SearchedBy } from '../target';
import { FILTER_COLUMNS, type TablePlan, vectorText } from './search-sql';
import { quotedName, quotedText, stored, tokenText, type PassageKey } from './sql-text';

/** The values of a row as texts, by column; null for none. */
export type PassageRow = readonly (string | null)[];

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Of passages themselves; the key is the first. */
const PASSAGE_COLUMNS: Readonly<Record<PassageKey, readonly Column[]>> = {
  position: [
    { name: 'position', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'title', type: 'text' },
    { name: 'text', type: 'text' },
    { name: 'metadata', type: 'jsonb' },
  ],
  id: [{ name: 'id', type: 'text' }],
};

function columnsOf({ key, retrievers, filtered }: TablePlan): Column[] {
  return [
    ...PASSAGE_COLUMNS[key],
    ...(filtered === null
      ? []
      : [{ name: FILTER_COLUMNS[filtered], type: filtered === 'values' ? 'text[]' : 'float8' }]),
    ...retrievers.map(({ kind, name }) => ({ name, type: kind === 'words' ? 'text' : 'vector' })),
  ];
}

/** A passage as a row of the table. @param filter that of the system */
export function rowOf(
  { key, retrievers, filtered }: TablePlan,
  passage: HandedPassage,
  filter: FilterSpec | null,
): PassageRow {
  return [
    ...(key === 'position'
      ? [String(passage.position), stored(passage.id), ...contentOf(passage)]
      : [stored(passage.id)]),
    ...(filtered === null || filter === null ? [] : [filteredText(filter, passage)]),
    ...retrievers.map(({ kind }, i) => searchedText(passage.searched[i] ?? null) ?? (kind === 'words' ? '' : null)),
  ];
}

const contentOf = ({ content }: HandedPassage): PassageRow =>
  content ? [stored(content.title), stored(content.text), metadataText(content.metadata)] : [null, null, null];

/** PostgreSQL refuses the escape of character 0 in JSON, and halves of surrogate pairs. */
const metadataText = (metadata: Metadata): string =>
  JSON.stringify(metadata, (_key, value: unknown) => (typeof value === 'string' ? stored(value) : value));

function filteredText(filter: FilterSpec, { content }: HandedPassage): string | null {
  if (filter.kind === 'range') return content ? (numberOf(content, filter.field)?.toString() ?? null) : null;
  return arrayText(content ? valuesOf(content, filter.field) : []);
}

/** An array of texts as PostgreSQL reads it. */
const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${stored(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** What a passage or a question is searched by, as its column or parameter holds it; null for none. */
export function searchedText(searched: SearchedBy | null): string | null {
  switch (searched?.form) {
    case 'terms':
      return tokenText(searched.terms);
    case 'vector':
      return vectorText(searched.vector);
    default:
      return null;
  }
}

/** What an insert says when a passage is there already, so that it can be repeated. */
function conflict(columns: readonly Column[]): string {
  const changed = columns.slice(1).map(({ name }) => `${quotedName(name)} = excluded.${quotedName(name)}`);
  return `ON CONFLICT (${columns[0]!.name}) DO UPDATE SET ${changed.join(', ')}`;
}

/** An insert of rows, which can be repeated. */
export function insertText(plan: TablePlan, rows: readonly PassageRow[]): string {
  const columns = columnsOf(plan);
  const values = rows.map((row) => `(${row.map((value) => (value === null ? 'NULL' : quotedText(value))).join(', ')})`);
  return `INSERT INTO ${quotedName(plan.schema)}."passages" (${columns.map(({ name }) => quotedName(name)).join(', ')}) VALUES
${values.join(',\n')}
${conflict(columns)};`;
}

/** The same with parameters, one a column: see {@link insertValues}. */
export function insertStatement(plan: TablePlan): string {
  const columns = columnsOf(plan);
  return `INSERT INTO ${quotedName(plan.schema)}."passages" (${columns.map(({ name }) => quotedName(name)).join(', ')})
SELECT * FROM unnest(${columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ')})
${conflict(columns)}`;
}

/** The parameters of {@link insertStatement}: of each column an array of its texts. */
export const insertValues = (plan: TablePlan, rows: readonly PassageRow[]): (string | null)[][] =>
  columnsOf(plan).map((_, column) => rows.map((row) => row[column]!));
