/** Licences that ask for a notice and no more, so that the app may be used and changed under its own. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
]);

/**
 * Whether an SPDX expression lets us choose licences that are all permissive. AND binds closer than OR.
 *
 * @throws {Error} where it is no expression of names, AND, OR and brackets
 */
export function isPermissive(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const either = (): boolean => {
    let found = both();
    while (tokens[0] === 'OR') found = (tokens.shift(), both()) || found;
    return found;
  };
  const both = (): boolean => {
    let found = one();
    while (tokens[0] === 'AND') found = (tokens.shift(), one()) && found;
    return found;
  };
  const one = (): boolean => {
    const token = tokens.shift();
    if (token === '(') {
      const found = either();
      if (tokens.shift() === ')') return found;
    } else if (token !== undefined && /^[\w.+-]+$/.test(token) && token !== 'AND' && token !== 'OR') {
      return PERMISSIVE.has(token);
    }
    throw new Error(`“${expression}” is no SPDX expression`);
  };
  const found = either();
  if (tokens.length > 0) throw new Error(`“${expression}” is no SPDX expression`);
  return found;
}
