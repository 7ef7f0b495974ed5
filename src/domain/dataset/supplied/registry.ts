import { valueOf, flatMapAsync } from '../../../base/containers';
import { scanJson, type JsonMember } from '../json';
import { LineCounter, wholeText, type SourceText, type SourceBytes, type SourceTable } from '../source';
import type { ImportedRewrites, ImportedSupplied } from '../outcome';
import { baseName, extensionOf } from '../../../base/paths';
import { problem, type ProblemPlace, type ProblemLog, guarded } from '../problem';
import { guardSyntax, kindOf } from '../readers/json-records';
import { textsIn } from '../readers/lists';
import { asId, fieldIn, fieldNames, isByColumns, readRecords, type DataRecord } from '../readers/records';
import { areContexts, readContexts } from './contexts';
import { readVectorArray, readVectorRows, subjectOf, withIds } from './vectors/read-vectors';
import { type VectorFileKind, vectorsIn, vectorsInTable } from './vectors/rows';

const QUESTIONS = ['query', 'question', '_id', 'id', 'qid', 'query_id', 'query-id'];
const REWRITES = ['rewrites', 'rewrite'];
const FOREIGN = ['retrieval_gt', 'retrieved_contexts', 'reference_contexts', 'contexts', 'corpus', 'relevant_docs'];

const STRING = String.raw`"(?:[^"\\]|\\.){0,4000}"`;
const LISTS = new RegExp(String.raw`^\s*\{\s*(${STRING})\s*:\s*\[\s*"`);
const SINGLES = new RegExp(String.raw`^\s*\{\s*(${STRING})\s*:\s*(?:"|\[\s*\])`);
const NAMED = /rewrit|hyde|paraphras|reformul|expan|multi.?quer/i;
const COLUMN =
  /^"(?:_?ids?|[qdp]id|docs?|documents?|texts?|title|contents?|contexts?|quer(?:y|ies)|questions?|answers?|corpus|relevant_docs|user_input|reference|responses?)"$/i;

type Shape = 'map' | 'table';

async function shapeOfRewrites(file: SourceText): Promise<Shape | null> {
  const head = await file.head();
  const names = fieldNames(head);
  const has = (fields: readonly string[]): boolean => fields.some((field) => names.has(field));
  if (has(REWRITES) && has(QUESTIONS)) return has(FOREIGN) ? null : 'table';
  if (['jsonl', 'ndjson'].includes(extensionOf(file.path)) || isByColumns(head)) return null;
  const first = (LISTS.exec(head) ?? (NAMED.test(baseName(file.path)) ? SINGLES.exec(head) : null))?.[1];
  return first === undefined || COLUMN.test(first) ? null : 'map';
}

/** What a file says of one question; null where it cannot be read, which is in the log. */
interface Asked {
  readonly question: string | null;
  readonly texts: readonly string[] | null;
  readonly place: ProblemPlace;
}

/** @returns null where nothing can be read, problems in the log @throws {SourceFailure} as the source does */
async function readRewrites(source: SourceText, shape: Shape, log: ProblemLog): Promise<ImportedRewrites | null> {
  const { path: file } = source;
  const byQuestion = new Map<string, Set<string>>();
  const repeated: string[] = [];
  let isWhole = true;
  const lost = (): void => void (isWhole = false);
  for await (const { question, texts, place } of (shape === 'map' ? askedInMap : askedInTable)(source, log, lost)) {
    if (question === null || texts === null) {
      lost();
      continue;
    }
    if (question.trim() === '') log.add(problem('empty-id', place, 'question'));
    const known = valueOf(byQuestion, question, () => new Set<string>());
    for (const text of texts) {
      if (text.trim() === '') log.add(problem('wrong-shape', place, 'text', 'empty'));
      if (known.has(text)) repeated.push(text);
      known.add(text);
    }
  }
  const all = [...byQuestion].map(([question, texts]) => ({ question, texts: [...texts] }));
  const entries = all.filter(({ texts }) => texts.length > 0);
  const bare = all.filter(({ texts }) => texts.length === 0).map(({ question }) => question);
  if (entries.length === 0) {
    if (isWhole) log.add(problem('empty-file', { file }));
    return null;
  }
  if (bare.length > 0) log.warn(problem('no-rewrites', { file }, bare));
  if (repeated.length > 0) log.warn(problem('repeated-rewrites', { file }, repeated));
  return { kind: 'rewrites', file, entries };
}

async function* askedInMap(file: SourceText, log: ProblemLog, lost: () => void): AsyncGenerator<Asked> {
  const text = await wholeText(file);
  const lines = new LineCounter(text);
  const members: JsonMember[] = [];
  const isRead = guardSyntax(text, file.path, log, () => scanJson(text, (member) => void members.push(member)));
  if (isRead === undefined) lost();
  for (const { key, keyAt, valueAt, valueEnd } of members.filter(({ depth }) => depth === 1)) {
    const place = { file: file.path, line: lines.at(keyAt).line, field: JSON.stringify(key) };
    yield { question: key, texts: textsOf(JSON.parse(text.slice(valueAt, valueEnd)), place, log), place };
  }
}

function textsOf(value: unknown, place: ProblemPlace, log: ProblemLog): string[] | null {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) {
    log.add(problem('wrong-shape', place, 'texts', kindOf(value)));
    return null;
  }
  const items = value as unknown[];
  items.forEach((item, i) => {
    if (typeof item === 'string') return;
    log.add(problem('wrong-shape', { ...place, field: `${place.field}[${i}]` }, 'text', kindOf(item)));
  });
  return items.every((item) => typeof item === 'string') ? items : null;
}

async function* askedInTable(file: SourceText, log: ProblemLog, lost: () => void): AsyncGenerator<Asked> {
  for await (const records of readRecords(file, ['query', 'rewrites'], log, lost))
    for (const record of records) {
      const field = fieldIn(record, QUESTIONS) ?? 'query';
      yield { question: questionIn(record, field, log), texts: rewritesIn(record, log), place: record.place() };
    }
}

function questionIn(record: DataRecord, field: string, log: ProblemLog): string | null {
  const question = asId(record.fields.get(field));
  if (question === null)
    log.add(problem('wrong-shape', record.place(field), 'question', kindOf(record.fields.get(field))));
  return question;
}

function rewritesIn(record: DataRecord, log: ProblemLog): readonly string[] | null {
  const field = fieldIn(record, REWRITES) ?? 'rewrites';
  const value = record.fields.get(field);
  const isList = typeof value === 'string' && record.isText && field === 'rewrites' && value.trim().startsWith('[');
  if (isList) return textsIn(record, field, log) ?? null;
  if (value === null || value === undefined || (record.isText && value === '')) return [];
  return textsOf(value, record.place(field), log);
}

export interface FoundSupplied {
  readonly file: SourceText | SourceBytes | SourceTable;
  /** Ids of its rows. */
  readonly beside?: SourceText | SourceBytes;
  /** Whether it may as well be the documents or questions of a collection. */
  readonly hasTexts?: boolean;
  read(log: ProblemLog): Promise<readonly ImportedSupplied[]>;
}

export interface BinaryFiles {
  readonly arrays: readonly SourceBytes[];
  readonly tables: readonly SourceTable[];
}

const listed = <T>(item: T | null): T[] => (item === null ? [] : [item]);

const foundRows = (file: SourceText | SourceTable, kind: VectorFileKind | null): FoundSupplied[] =>
  kind ? [{ file, hasTexts: kind === 'texts', read: (log) => readVectorRows(file, log) }] : [];

export async function findSupplied(
  files: readonly SourceText[],
  { arrays, tables }: BinaryFiles,
): Promise<FoundSupplied[]> {
  const parquet = await flatMapAsync(tables, async (file) => foundRows(file, await vectorsInTable(file)));
  const others = files.filter(({ path }) => !tables.some((table) => table.path === path));
  const texts = await flatMapAsync(others, async (file): Promise<FoundSupplied[]> => {
    const shape = await shapeOfRewrites(file);
    if (shape) return [{ file, read: async (log) => listed(await readRewrites(file, shape, log)) }];
    if (await areContexts(file)) return [{ file, read: async (log) => listed(await readContexts(file, log)) }];
    return foundRows(file, await vectorsIn(file));
  });
  const named = arrays.map((file): FoundSupplied => ({ file, read: (log) => readVectorArray(file, log) }));
  const unknown = others.filter((file) => !texts.some((each) => each.file === file));
  return withIdsBeside([...texts, ...parquet, ...named], [...unknown, ...arrays]);
}

/** Where ids lie in a file beside vectors that is named as they are, rows are in the order of that file. */
function withIdsBeside(found: readonly FoundSupplied[], files: readonly (SourceText | SourceBytes)[]): FoundSupplied[] {
  const ids = files.filter(({ path }) => subjectOf(path, 'ids') !== null);
  const all = found.map((each): FoundSupplied => {
    const subject = subjectOf(each.file.path, 'vectors');
    const beside = ids.find((file) => file.path !== each.file.path && subjectOf(file.path, 'ids') === subject);
    if (!beside) return each;
    const vectors = async (log: ProblemLog) => (await each.read(log)).filter((set) => set.kind === 'vectors');
    return { ...each, beside, read: async (log) => withIds(await vectors(log), beside, log) };
  });
  return all.filter(({ file }) => !all.some(({ beside }) => beside?.path === file.path));
}

export async function readSupplied(found: readonly FoundSupplied[], log: ProblemLog): Promise<ImportedSupplied[]> {
  const read: ImportedSupplied[] = [];
  for (const each of found) read.push(...((await guarded(log, () => each.read(log))) ?? []));
  return read;
}
