import { jsonOr } from '../../../base/typed-json';
import type { Metadata, MetadataValue } from '../../../base/types';
import { SyntaxFailure } from '../json';
import { problem, type ProblemLog } from '../problem';
import { isMembers, type Members } from './json-records';
import { looksLikeList, parseLiteral } from './lists';
import type { DataRecord } from './records';

/** The column of row numbers, which pandas writes without a name or by this one. */
const ROW_NUMBERS = /^(?:unnamed: \d+)?$/;

/** Says which fields of a table nobody uses, by the first of its rows. */
export function unusedFields(file: string, log: ProblemLog, isUsed: (name: string) => boolean) {
  let isFirst = true;
  return ({ fields }: DataRecord): void => {
    const unused = isFirst ? [...fields.keys()].filter((name) => !isUsed(name) && !ROW_NUMBERS.test(name)) : [];
    isFirst = false;
    if (unused.length > 0) log.warn(problem('unused-fields', { file }, unused));
  };
}

/** The fields of `metadata`, as in BEIR, and all others of the row. Tables of texts keep numbers as written. */
export class MetadataReader {
  readonly #own: ReadonlySet<string>;
  readonly #passedOver = new Set<string>();

  constructor(own: readonly string[]) {
    this.#own = new Set([...own, 'metadata']);
  }

  read(record: DataRecord): Metadata | null {
    const found = new Map<string, MetadataValue>();
    for (const [field, value] of record.fields)
      if (!this.#own.has(field) && !ROW_NUMBERS.test(field)) this.#take(found, field, field, read(value, record));
    const object = objectOf(record.fields.get('metadata'), record);
    if (object === undefined) this.#passedOver.add('metadata');
    for (const [field, value] of Object.entries(object ?? {}))
      if (!ROW_NUMBERS.test(field)) this.#take(found, field, `metadata.${field}`, valueOf(value));
    return found.size === 0 ? null : Object.fromEntries(found);
  }

  report(file: string, log: ProblemLog): void {
    if (this.#passedOver.size > 0) log.warn(problem('passed-over-fields', { file }, [...this.#passedOver]));
  }

  #take(to: Map<string, MetadataValue>, field: string, path: string, value: MetadataValue | null | undefined): void {
    if (value === undefined) this.#passedOver.add(path);
    else if (value !== null) to.set(field, value);
  }
}

function valueOf(value: unknown): MetadataValue | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return undefined;
  const items = (value as unknown[]).map(valueOf).filter((item) => item !== null);
  const texts = items.flatMap((item) => (item === undefined || typeof item === 'object' ? [] : [String(item)]));
  if (texts.length < items.length) return undefined;
  return texts.length === 0 ? null : texts;
}

function read(value: unknown, { isText }: DataRecord): MetadataValue | null | undefined {
  if (!isText || typeof value !== 'string' || !looksLikeList(value)) return valueOf(value);
  try {
    return valueOf(parseLiteral(value)) ?? value;
  } catch (error) {
    if (error instanceof SyntaxFailure) return value;
    throw error;
  }
}

function objectOf(value: unknown, { isText }: DataRecord): Members | null | undefined {
  if (value === null || value === undefined || value === '') return null;
  if (isText && typeof value === 'string') {
    const parsed = jsonOr(value, undefined);
    return parsed === undefined ? undefined : objectOf(parsed, { isText: false } as DataRecord);
  }
  return isMembers(value) ? value : undefined;
}
