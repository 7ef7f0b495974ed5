import { baseName, extensionOf } from '../../../../base/paths';
import { groupBy } from '../../../../base/containers';
import { begunJson } from '../../json';
import type { ProblemLog, ProblemPlace } from '../../problem';
import { csvHeader } from '../../readers/csv';
import { isMembers, memberOf, type Members, parseJson } from '../../readers/json-records';
import { fieldNames, isByColumns, isOfPandas, readRecords } from '../../readers/records';
import { linesOf, type SourceTable, type SourceText, wholeText } from '../../source';
import { type CellFlaw, ENCODINGS, rowIn } from './encodings';
import type { NumberRow } from './written-numbers';

type Fields = readonly (readonly [name: string, value: unknown])[];

/** What a file says of one vector: fields by their path, `response.body.data.embedding`. */
export interface VectorRow {
  readonly fields: Fields;
  readonly place: (field?: string) => ProblemPlace;
}

/**
 * Where vectors lie in one JSON value, in the order in which they are looked for: a list of objects or of vectors, or an
 * object of them by id. OpenAI, Voyage, Jina, Mistral, Azure and Milvus (`data`), Qdrant (`points`), Pinecone
 * (`vectors`), Weaviate (`objects`), Elasticsearch (`hits`), Gemini (`embeddings`), and the value itself.
 */
const LISTS = [
  ['data'],
  ['result', 'points'],
  ['points'],
  ['vectors'],
  ['objects'],
  ['hits', 'hits'],
  ['embeddings'],
  [],
];

const NAMES = ['vectors?', 'embeddings?', 'embeddingsbytype', 'emb', 'values', 'sparse_values', ...ENCODINGS];
const VECTORS = new RegExp(`(?:^|[._-])(?:${NAMES.join('|')})(?:\\.[^.]+)?$`, 'i');
const NAMED = /vector|emb/i;
/** Shorter lists by other names may be of anything. */
const SHORTEST = 8;

/** The vector that a field holds, or its flaw; null where neither its name nor its value says that it holds one. */
export function vectorIn(name: string, value: unknown): NumberRow | CellFlaw | null {
  const row = VECTORS.test(name) ? rowIn(value) : 'text';
  if (row === 'text') return null;
  return NAMED.test(name) || (typeof row !== 'string' && row.length >= SHORTEST) ? row : null;
}

function* leavesOf(value: unknown, path: string): Generator<[string, unknown]> {
  const only = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
  if (!isMembers(only) || ArrayBuffer.isView(only) || 'indices' in only) return void (yield [path, value]);
  for (const name in only) yield* leavesOf(only[name], path === '' ? name : `${path}.${name}`);
}

const fieldsOf = (value: unknown): Fields => (isMembers(value) ? [...leavesOf(value, '')] : [['vector', value]]);
const hasVector = (fields: Fields): boolean => fields.some(([name, value]) => vectorIn(name, value) !== null);
const isVector = (value: unknown): boolean => Array.isArray(value) && value.length > 1 && value.every(isNumber);
const isNumber = (cell: unknown): boolean =>
  typeof cell === 'number' || (typeof cell === 'string' && cell.trim() !== '' && Number.isFinite(Number(cell)));

/** Rows of one JSON value, of its beginning too; null where it has none that hold vectors. */
function rowsOfJson(value: unknown): Fields[] | null {
  const rows = parallelRows(value) ?? listedRows(value);
  return rows?.some(hasVector) ? rows : null;
}

/** Lists beside each other, `{ids: […], embeddings: […]}`, as Chroma, Cohere and columns of data sets have them. */
function parallelRows(value: unknown): Fields[] | null {
  const inner = isMembers(value) && isMembers(value['embeddings']) ? value['embeddings'] : {};
  const named = Object.entries(inner).map(([name, list]) => [`embeddings.${name}`, list] as const);
  const lists = [...(isMembers(value) ? Object.entries(value) : []), ...named].filter(
    (each): each is [string, unknown[]] => Array.isArray(each[1]),
  );
  const vectors = lists.find(
    ([name, [first]]) => VECTORS.test(name) && !isMembers(first) && vectorIn(name, first) !== null,
  );
  if (!vectors) return null;
  const beside = lists.filter(([, { length }]) => length === vectors[1].length);
  return vectors[1].map((_, i) => beside.flatMap(([name, list]) => [...leavesOf(list[i], name)]));
}

function listedRows(value: unknown): Fields[] | null {
  for (const path of LISTS) {
    const found = memberOf(value, ...path);
    const isItem = (each: unknown): boolean => isMembers(each) || isVector(each);
    if (Array.isArray(found) && found.some(isItem)) return found.map(fieldsOf);
    if (!isMembers(found) || (path.length > 0 && path[0] !== 'vectors')) continue;
    const entries = Object.entries(found);
    if (entries.every(([, each]) => isItem(each)))
      return entries.map(([key, each]) => [['key', key], ...fieldsOf(each)]);
  }
  return null;
}

type Shape = 'document' | 'records' | 'cells' | 'words';

/** Cells between tabs, without names and quotes: one a vector, as PostgreSQL copies tables, or each a number of one. */
const CELLS = /^(?:[^\t\n"]*\t)+[[{][-\d][^\t\n]*[\]}]|^(?:-?\d+\.\d+(?:e-?\d+)?\t){7,}/i;
/** A word and its numbers between blanks, maybe below the numbers of rows and columns (word2vec, GloVe). */
const WORDS = /^(?:\d+ \d+ *\r?\n)?[^\s,;]+(?: +-?\d+(?:\.\d+)?(?:e-?\d+)?){8,} *(?:\r?\n|$)/i;
const LINES = ['jsonl', 'ndjson', 'out', 'parquet', 'arrow'];

function shapeOf(head: string, path: string): Shape {
  if (!/^\s*[[{]/.test(head)) return CELLS.test(head) ? 'cells' : WORDS.test(head) ? 'words' : 'records';
  if (LINES.includes(extensionOf(path)) || isOfPandas(head)) return 'records';
  const { value, end } = begunJson(head);
  return rowsOfJson(value) && (end === null || !/^\s*\{/.test(head.slice(end))) ? 'document' : 'records';
}

const TEXTS = ['text', 'contents', 'content', 'title', 'query', 'question', 'user_input', 'answer'];
const OTHERS = ['retrieval_gt', 'retrieved_contexts', 'attributes'];

/** `texts` where they lie beside vectors, which may be documents of a collection as well; `response` of nothing else. */
export type VectorFileKind = 'response' | 'rows' | 'texts';

export async function vectorsIn(file: SourceText): Promise<VectorFileKind | null> {
  const head = await file.head();
  const shape = shapeOf(head, file.path);
  if (shape === 'document') return 'response';
  if (shape !== 'records') return 'rows';
  // Lists beside each other of which none is of vectors.
  if (isByColumns(head) && !isOfPandas(head)) return null;
  const names = /^\s*[[{]/.test(head) ? namesOfJson(head) : namesOfTable(head);
  return names && kindOf(names, file.path);
}

function kindOf(names: readonly string[], path: string): VectorFileKind | null {
  const has = (some: readonly string[]): boolean => names.some((name) => some.includes(name.toLowerCase()));
  if (has(OTHERS)) return null;
  return has(TEXTS) && !NAMED.test(baseName(path)) ? 'texts' : 'rows';
}

function namesOfJson(head: string): string[] | null {
  if (isOfPandas(head)) return [...fieldNames(head)].some((name) => NAMED.test(name)) ? [...fieldNames(head)] : null;
  // The first line may name a document whose vector stands in the second.
  const first = begunJson(head);
  const found = [first.value, first.end === null ? null : begunJson(head, first.end).value];
  const fields = found.filter(isMembers).map(fieldsOf).find(hasVector);
  return fields ? fields.map(([name]) => name) : null;
}

function namesOfTable(head: string): readonly string[] | null {
  const names = csvHeader(head).map((name) => name.trim());
  const row = head.slice(head.indexOf('\n') + 1);
  const hasCell = names.some((name) => VECTORS.test(name) && NAMED.test(name)) && /[[{]|[A-Za-z0-9+/]{32}/.test(row);
  return hasCell || numberedColumns(names).length > 0 ? names : null;
}

/** By its first row. */
export async function vectorsInTable(file: SourceTable): Promise<VectorFileKind | null> {
  const names = await file.columns();
  for await (const [first] of file.rows(names, 1))
    return first && hasVector(withColumns(Object.entries(first))) ? kindOf(names, file.path) : null;
  return null;
}

/** Names of columns that are the numbers of one vector: `dim_0`, `dim_1` and so on. */
function numberedColumns(names: readonly string[]): readonly string[] {
  const stems = groupBy(
    names.filter((name) => /\d$/.test(name)),
    (name) => name.replace(/\d+$/, ''),
  );
  const numberOf = (name: string): number => Number(/\d+$/.exec(name)![0]);
  for (const columns of stems.values()) {
    const sorted = columns.toSorted((a, b) => numberOf(a) - numberOf(b));
    const isOne = sorted.every((name, i) => numberOf(name) === numberOf(sorted[0]!) + i);
    if (isOne && sorted.length >= SHORTEST) return sorted;
  }
  return [];
}

function withColumns(fields: Fields): Fields {
  const columns = numberedColumns(fields.map(([name]) => name));
  if (columns.length === 0) return fields;
  const values = new Map(fields);
  const numbers = columns.map((name) => (isNumber(values.get(name)) ? Number(values.get(name)) : null));
  return [...fields.filter(([name]) => !columns.includes(name)), ['vector', numbers]];
}

const inRow = (file: string, row: number) => (field?: string) => ({
  file,
  field: field === undefined ? `[${row}]` : `[${row}].${field}`,
});

/** @throws {SourceFailure} as the source does */
export async function* rowsOfText(file: SourceText, log: ProblemLog, onLost: () => void): AsyncGenerator<VectorRow> {
  const shape = shapeOf(await file.head(), file.path);
  if (shape === 'records') yield* recordRows(file, log, onLost);
  else if (shape !== 'document') yield* lineRows(file, shape === 'cells' ? cellsOf : wordsOf());
  else {
    const value = parseJson(await wholeText(file), file.path, log);
    if (value === undefined) onLost();
    const model = isMembers(value) ? [['model', value['model']] as const] : [];
    for (const [row, fields] of (rowsOfJson(value) ?? []).entries())
      yield { fields: [...model, ...fields], place: inRow(file.path, row) };
  }
}

export async function* rowsOfTable(file: SourceTable): AsyncGenerator<VectorRow> {
  let row = 0;
  for await (const rows of file.rows(await file.columns()))
    for (const values of rows) yield { fields: withColumns(fieldsOf(values)), place: inRow(file.path, row++) };
}

/** In a bulk request of Elasticsearch a line names the document whose fields are in the next. */
async function* recordRows(file: SourceText, log: ProblemLog, onLost: () => void): AsyncGenerator<VectorRow> {
  let named: Members = {};
  const { path, bytes } = file;
  const source = { path, bytes, head: () => file.head(), blocks: () => withoutNaN(file) };
  for await (const records of readRecords(source, ['id', 'vector'], log, onLost))
    for (const record of records) {
      const values = Object.fromEntries(record.fields);
      const action = values['index'] ?? values['create'];
      if (isMembers(action)) named = action;
      else yield { fields: withColumns(fieldsOf({ ...named, ...values })), place: record.place };
    }
}

/** Python writes NaN, which JSON has not: a number that is missing. */
async function* withoutNaN(file: SourceText): ReturnType<SourceText['blocks']> {
  for await (const { text, firstLine } of file.blocks()) {
    const isPlain = !text.includes('NaN') && !text.includes('Infinity');
    yield isPlain
      ? { text, firstLine }
      : { text: text.replace(/-?\b(?:NaN|Infinity)\b(?=\s*[,\]])/g, 'null'), firstLine };
  }
}

/** A vector a line, in text that is no table with names and quotes. */
async function* lineRows(file: SourceText, fieldsIn: (line: string) => Fields | null): AsyncGenerator<VectorRow> {
  for await (const block of file.blocks())
    for (const { text, number: line } of linesOf(block)) {
      const fields = fieldsIn(text);
      if (fields)
        yield { fields, place: (field) => ({ file: file.path, line, ...(field !== undefined && { field }) }) };
    }
}

function cellsOf(line: string): Fields {
  const cells = line.split('\t');
  if (cells.every(isNumber)) return [['vector', cells.map(Number)]];
  return cells.map((cell, i) => [/^[[{]/.test(cell) ? 'vector' : `${i + 1}`, cell] as const);
}

function wordsOf(): (line: string) => Fields | null {
  let width: number | null = null;
  return (line) => {
    const words = line.trim().split(/ +/);
    const isHead = width === null && words.length === 2;
    width ??= isHead ? Number(words[1]) : words.length - 1;
    const numbers = words.slice(-width).map((word) => (isNumber(word) ? Number(word) : null));
    return isHead ? null : [['word', words.slice(0, -width).join(' ')], ['vector', numbers]]; // prettier-ignore
  };
}
