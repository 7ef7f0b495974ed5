import { isMembers, memberOf, type Members } from './json-records';

/** A value in JSON. */
export interface FoundValue {
  readonly value: unknown;
  /** Its path, as messages name it: `details."q1".hits[2]`. */
  readonly at: string;
  /** Objects between that in which it was looked for and itself, the innermost first. */
  readonly around: readonly Members[];
  /** The name of the member that it stands in, of an object whose members are alike. */
  readonly key: string | null;
}

export const pathTo = (at: string, name: string): string => (at === '' || name === '' ? at + name : `${at}.${name}`);

export const valueAt = (path: string, value: unknown): unknown =>
  path === '' ? value : memberOf(value, ...path.split('.'));

/**
 * Values at a path: `results[].snapshots[]` are the items of each list, `details{}` the members of an object.
 * @param lacks takes what should be a list and is none
 */
export function valuesBy(
  path: string,
  value: unknown,
  at = '',
  lacks: (got: unknown, at: string) => void = () => undefined,
): FoundValue[] {
  if (path === '') return [{ value, at, around: [], key: null }];
  const [step, ...rest] = path.split('.');
  const name = step!.replace(/\[\]$|\{\}$/, '');
  const inner = memberOf(value, name);
  const own = pathTo(at, name);
  const within = (each: unknown, there: string, key: string | null): FoundValue[] =>
    valuesBy(rest.join('.'), each, there, lacks).map((found) => ({
      ...found,
      around: isMembers(each) ? [...found.around, each] : found.around,
      key: found.key ?? key,
    }));
  if (step!.endsWith('[]') && !Array.isArray(inner)) lacks(inner, own);
  if (step!.endsWith('[]'))
    return Array.isArray(inner) ? inner.flatMap((item, i) => within(item, `${own}[${i}]`, null)) : [];
  if (step!.endsWith('{}'))
    return isMembers(inner)
      ? Object.entries(inner).flatMap(([key, each]) => within(each, `${own}.${JSON.stringify(key)}`, key))
      : [];
  return within(inner, own, null);
}

/** Objects with a member in JSON of OpenSearch: by themselves, in a document, or in the response of a search. */
export const holdersOf = (name: string, value: unknown): FoundValue[] =>
  ['', '_source', 'hits.hits[]', 'hits.hits[]._source']
    .flatMap((place) => valuesBy(place, value))
    .filter((each) => isMembers(each.value) && name in each.value);
