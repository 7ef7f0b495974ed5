import { problem, ProblemLog, SourceFailure } from '../problem';
import { looksLikeList, parseLiteral } from '../readers/lists';
import { isMembers, type Members } from '../readers/json-records';
import { type DataRecord, readRecords } from '../readers/records';
import type { SourceText, TextBlock } from '../source';
import { SyntaxFailure } from '../json';
import { isOfDocuments, type Mapping, type Role, ROLE_FIELDS, unreadRoles } from './role';

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
  const unread = unreadRoles(mapping).map((role) => mapping[role]!.toLowerCase());
  const used = Object.values(mapping)
    .map((path) => path.toLowerCase())
    .filter((path) => !unread.includes(path));
  const areDocuments = isOfDocuments(mapping);
  const rows = async function* (into: ProblemLog): AsyncGenerator<TextBlock> {
    const missing = new Set(Object.values(mapping));
    const left = new Set<string>();
    let first: DataRecord | null = null;
    for await (const records of readRecords(source, [...missing], into, () => undefined))
      for (const record of records) {
        first ??= record;
        for (const path of missing) if (hasField(record, path)) missing.delete(path);
        const row: Record<string, unknown> = {};
        if (!areDocuments) for (const path of unusedPaths(record, used)) left.add(path);
        for (const { name, path, isList } of fields) row[name] = valueAt(record, path, isList);
        const metadata = areDocuments ? metadataOf(record, used) : {};
        // The last: a line that begins with an object may be a run of ranx.
        if (Object.keys(metadata).length > 0) row['metadata'] = metadata;
        yield { text: `${JSON.stringify(row)}\n`, firstLine: record.place().line ?? 1 };
      }
    if (left.size > 0) into.warn(problem('unused-fields', { file: source.path }, [...left]));
    // Rows of JSON may lack a field that others have.
    if (first && missing.size > 0)
      into.add(problem('wrong-shape', first.place(), { fields: [...missing] }, { fields: [...first.fields.keys()] }));
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

/** In one object, where no name is that of a role. */
function metadataOf({ fields }: DataRecord, used: readonly string[]): Members {
  const first = used.map((path) => path.split('.')[0]);
  const { metadata, ...others } = Object.fromEntries([...fields].filter(([name]) => !first.includes(name)));
  return { ...(isMembers(metadata) ? metadata : metadata == null ? {} : { metadata }), ...others };
}

function unusedPaths({ fields }: DataRecord, used: readonly string[]): string[] {
  const paths = [...fields].flatMap(([name, value]) =>
    used.some((path) => path.startsWith(`${name}.`)) ? pathsIn(name, [value], 1) : [name],
  );
  return paths.filter(
    (path) => !used.some((each) => path.toLowerCase() === each || path.toLowerCase().startsWith(`${each}.`)),
  );
}

const MAX_DEPTH = 4;

/** A path to each value that is no object, through objects and the items of lists. */
export function pathsIn(path: string, values: readonly unknown[], depth: number): string[] {
  const members = values
    .flatMap((value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]))
    .filter(isMembers);
  if (members.length === 0 || depth === MAX_DEPTH) return [path];
  const names = [...new Set(members.flatMap((each) => Object.keys(each)))];
  return names.flatMap((name) =>
    pathsIn(
      `${path}.${name}`,
      members.map((each) => each[name]),
      depth + 1,
    ),
  );
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
  if (isOfDocuments(mapping)) names.document = '_id';
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
  if (isList && record.isText && typeof value === 'string' && value.trim() === '') return null;
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

function hasField({ fields }: DataRecord, path: string): boolean {
  const [first, ...rest] = path.split('.');
  const name = first!.toLowerCase();
  return fields.has(path.toLowerCase()) || (fields.has(name) && hasPath(fields.get(name), rest));
}

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
