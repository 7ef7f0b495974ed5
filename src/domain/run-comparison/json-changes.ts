import { canonicalJson } from '../../base/hash';
import type { Json } from '../../base/types';

/** A place at which two pieces of JSON differ. A value that is absent is not there: it was added, or removed. */
export interface JsonChange {
  /** Keys from the outside in; an item of a list is named by its id, or by its position from 1. */
  readonly path: readonly string[];
  readonly before?: Json;
  readonly after?: Json;
}

/**
 * Every place at which two pieces of JSON differ, smallest first: a field of an object, not the object. Items that have an
 * `id` are matched by it, wherever they stand; other objects in lists by their position; lists of plain values count as
 * one value.
 */
export function jsonChanges(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): JsonChange[] {
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
  }
  const [first, second] = [partsOf(before, after), partsOf(after, before)];
  if (first && second && first.kind === second.kind) {
    const keys = new Set([...first.parts.keys(), ...second.parts.keys()]);
    return [...keys].flatMap((key) => jsonChanges(first.parts.get(key), second.parts.get(key), [...path, key]));
  }
  return canonicalJson(before) === canonicalJson(after) ? [] : [{ path, before, after }];
}

interface JsonParts {
  readonly kind: 'fields' | 'by-id' | 'by-position';
  readonly parts: ReadonlyMap<string, Json>;
}

/** Null for what is compared as one value. An empty list is of the kind of the other one. */
function partsOf(value: Json, other: Json): JsonParts | null {
  if (isJsonList(value)) {
    if (value.length === 0 && isJsonList(other) && other.length > 0) {
      const same = partsOf(other, value);
      return same && { kind: same.kind, parts: new Map() };
    }
    if (value.length === 0 || !value.every(isJsonObject)) return null;
    const ids = value.map(({ id }) => id);
    const areIds = ids.every((id): id is string => typeof id === 'string') && new Set(ids).size === ids.length;
    return {
      kind: areIds ? 'by-id' : 'by-position',
      parts: new Map(value.map((item, i) => [areIds ? ids[i]! : String(i + 1), item])),
    };
  }
  return isJsonObject(value) ? { kind: 'fields', parts: new Map(Object.entries(value)) } : null;
}

const isJsonList = (value: Json): value is readonly Json[] => Array.isArray(value);

const isJsonObject = (value: Json): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !isJsonList(value);
