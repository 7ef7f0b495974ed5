/** What a parsed JSON value is, in words for a person. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : 'a number that is too large';
  return 'true or false';
}

const kindsByFirst: Readonly<Record<string, string>> = {
  '{': 'an object',
  '[': 'a list',
  '"': 'text',
  n: 'null',
  t: 'true or false',
  f: 'true or false',
};

/** The same for JSON that has not been parsed, by the first character of the value. */
export const kindByFirst = (first: string): string => kindsByFirst[first] ?? 'a number';
