import { kindOf, parseJson } from '../readers/json-document';
import type { ProblemLog } from '../problem';
import { readRecords, type DataRecord } from '../readers/records';
import { wholeText, type SourceText } from '../source';

/** Lines that say what OpenSearch is to do with the next one. */
const BULK_ACTIONS = ['index', 'create', 'update', 'delete'];

const ANSWER = /^\s*\{[^]*?"hits"\s*:\s*\{[^]*?"hits"\s*:\s*\[/;

/** An answer of OpenSearch, or one object over several lines: the first line is no whole record. */
function isOneObject(head: string): boolean {
  if (ANSWER.test(head)) return true;
  const [first, ...rest] = head.trim().split('\n');
  return first!.startsWith('{') && rest.length > 0 && !first!.trimEnd().endsWith('}');
}

/**
 * Records of a log, also as OpenSearch exports them: each in `_source`, the answer of a search, the lines of a bulk request,
 * and a query with what it logs in `ext.ubi`.
 *
 * @throws {SourceFailure} as the source does
 */
export async function* clickRecords(
  file: SourceText,
  wanted: readonly string[],
  log: ProblemLog,
): AsyncGenerator<readonly DataRecord[]> {
  if (!isOneObject(await file.head())) {
    for await (const records of readRecords(file, wanted, log, () => undefined))
      yield records.flatMap((record) => unwrapped(record));
    return;
  }
  const whole = parseJson(await wholeText(file), file.path, log);
  if (whole !== undefined) yield hitsOf(whole, file.path).flatMap((record) => unwrapped(record));
}

function hitsOf(whole: unknown, file: string): DataRecord[] {
  const hits = member(member(whole, 'hits'), 'hits');
  return Array.isArray(hits)
    ? hits.map((hit, i) => recordOf(hit, { file, field: `hits.hits[${i}]` }))
    : [recordOf(whole, { file })];
}

function recordOf(value: unknown, { file, field: at }: { readonly file: string; readonly field?: string }): DataRecord {
  const fields = kindOf(value) === 'object' ? Object.entries(value as object) : [];
  return {
    fields: new Map(fields.map(([name, each]) => [name.toLowerCase(), each])),
    isText: false,
    place: (field) => {
      const path = [at, field].filter((each) => each !== undefined).join('.');
      return path === '' ? { file } : { file, field: path };
    },
  };
}

const member = (value: unknown, name: string): unknown =>
  kindOf(value) === 'object' ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

/** The record in an envelope; none where it is a line of a bulk request. */
function unwrapped(record: DataRecord): DataRecord[] {
  const { fields } = record;
  const inner = fields.get('_source') ?? member(fields.get('ext'), 'ubi');
  if (kindOf(inner) === 'object') {
    const own = recordOf(inner, { file: '' });
    const path = fields.has('_source') ? '_source' : 'ext.ubi';
    return [{ ...own, place: (field) => record.place(field === undefined ? path : `${path}.${field}`) }];
  }
  const [only] = fields.keys();
  return fields.size === 1 && BULK_ACTIONS.includes(only!) ? [] : [record];
}

/** A member of a field that holds an object, and of that. */
export const deepMember = ({ fields }: DataRecord, field: string, ...names: readonly string[]): unknown =>
  names.reduce(member, fields.get(field));
