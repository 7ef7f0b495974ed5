import { problem, ProblemLog, SourceFailure } from '../problem';
import { looksLikeList, parseLiteral } from '../readers/lists';
import { isMembers } from '../readers/json-records';
import { type DataRecord, readRecords } from '../readers/records';
import type { SourceText, TextBlock } from '../source';
import { SyntaxFailure } from '../json';
import { type Mapping, type Role, ROLE_FIELDS } from './role';

/** Roles that a field fills with a list. */
const LISTS: ReadonlySet<Role> = new Set([
  'quotation',
  'relevant',
  'relevant-text',
  'retrieved',
  'retrieved-text',
  'retrieved-score',
  'rewrites',
  'vector',
  'excluded',
  'shown',
  'clicks',
]);

/**
 * A table as its reader knows it: its rows as JSON Lines, fields by the names of their roles. Of documents all other fields
 * are metadata; of anything else they are left out, which is said.
 */
export function mapped(source: SourceText, mapping: Mapping, log: ProblemLog): SourceText {
  const fields = fieldsOf(mapping);
  const used = new Set(Object.values(mapping).map((path) => path.toLowerCase()));
  const first = new Set([...used].map((path) => path.split('.')[0]!));
  const isOfDocuments = mapping.text !== undefined && mapping.question === undefined;
  const left = ({ fields: own }: DataRecord): string[] =>
    [...own.keys()].filter((name) => !used.has(name) && !first.has(name));
  const rows = async function* (into: ProblemLog): AsyncGenerator<TextBlock> {
    const missing = new Set(Object.values(mapping));
    let [isFirst, last]: [boolean, DataRecord | null] = [true, null];
    for await (const records of readRecords(source, [...missing], into, () => undefined))
      for (const record of records) {
        for (const path of missing) if (hasField(record, path)) missing.delete(path);
        last = record;
        const others = left(record);
        if (isFirst && !isOfDocuments && others.length > 0)
          into.warn(problem('unused-fields', { file: source.path }, others));
        isFirst = false;
        const metadata = isOfDocuments ? others.map((name) => [name, record.fields.get(name)]) : [];
        const row = fields.map(({ name, path, isList }) => [name, valueAt(record, path, isList)]);
        yield {
          text: `${JSON.stringify(Object.fromEntries([...metadata, ...row]))}\n`,
          firstLine: record.place().line ?? 1,
        };
      }
    // Rows of JSON may lack a field that others have.
    if (last && missing.size > 0)
      into.add(problem('wrong-shape', last.place(), { fields: [...missing] }, { fields: [...last.fields.keys()] }));
  };
  let head: Promise<string> | undefined;
  return {
    path: source.path,
    bytes: source.bytes,
    writtenAs: new Map(fields.map(({ name, path }) => [name, path])),
    blocks: () => rows(log),
    head: () => (head ??= firstRows(rows(new ProblemLog()))),
  };
}

const HEAD = 2 ** 16;

/** As far as they can be read: what is wrong is said where they are read whole. */
async function firstRows(rows: AsyncIterable<TextBlock>): Promise<string> {
  let head = '';
  try {
    for await (const { text } of rows) if ((head += text).length > HEAD) break;
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
  }
  return head;
}

interface Field {
  readonly name: string;
  readonly path: string;
  readonly isList: boolean;
}

function fieldsOf(mapping: Mapping): readonly Field[] {
  const names: Record<Role, string> = { ...ROLE_FIELDS };
  if (mapping.text !== undefined && mapping.context === undefined) names.document = '_id';
  if (mapping.clicks !== undefined) names.question = 'query';
  // Judgments that name a question by its text are those of Quepid.
  if (mapping.grade !== undefined && mapping['question-id'] === undefined)
    Object.assign(names, { question: 'query', document: 'docid', grade: 'rating' });
  const roles = Object.entries(mapping) as [Role, string][];
  return roles.map(([role, path]) => ({ name: names[role], path, isList: LISTS.has(role) }));
}

/** @param isList whether a text of a cell may be a list */
function valueAt(record: DataRecord, path: string, isList: boolean): unknown {
  const value = valuesAt(record, path);
  if (!isList || !record.isText || typeof value !== 'string' || !looksLikeList(value)) return value;
  try {
    return parseLiteral(value);
  } catch (error) {
    // Its reader says what is wrong with it.
    if (error instanceof SyntaxFailure) return value;
    throw error;
  }
}

/** Where an item of a list lacks the field there is null, so that what stands beside it stays beside it. */
export function valuesAt({ fields }: Pick<DataRecord, 'fields'>, path: string): unknown {
  const whole = fields.get(path.toLowerCase());
  if (whole !== undefined) return whole;
  const [first, ...rest] = path.split('.');
  return rest.reduce<unknown>(within, fields.get(first!.toLowerCase()) ?? null);
}

const hasField = ({ fields }: DataRecord, path: string): boolean =>
  fields.has(path.toLowerCase()) || hasPath(Object.fromEntries(fields), path.split('.'));

export function hasPath(value: unknown, [first, ...rest]: readonly string[]): boolean {
  const items = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return first === undefined || items.some((each) => isMembers(each) && first in each && hasPath(each[first], rest));
}

const within = (value: unknown, name: string): unknown =>
  Array.isArray(value)
    ? (value as readonly unknown[]).flatMap((item) => within(item, name))
    : isMembers(value)
      ? (value[name] ?? null)
      : null;
