export class DuplicateKeyFailure extends Error {
  constructor(
    /** Path to the second one, as `metadata.year` or `ratings[2].docId`. */
    readonly path: string,
    /** Where the second one begins, in UTF-16 units. */
    readonly offset: number,
  ) {
    super(path);
  }
}

/**
 * `JSON.parse` without silent loss: it keeps the last of duplicate keys, and rounds integers past 2^53, so that ids
 * collide. Such integers are returned as texts, digit by digit.
 *
 * @throws {SyntaxError} as `JSON.parse` does
 * @throws {DuplicateKeyFailure} where an object, at any depth, has a key twice
 */
export function parseStrict(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const { keys, hasUnsafe } = survey(value);
  // Counting finds lost members, so that a valid text, the usual case, costs little more than its parsing.
  if (keys !== keysWritten(text)) throw firstDuplicate(text);
  return hasUnsafe ? (JSON.parse(withExactIntegers(text)) as unknown) : value;
}

/** Whether a number may have lost digits, which an id must not lose. */
const isUnsafe = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** Whether a number, as it is written, has lost digits: `9007199254740993` has, `9007199254740992` and `1e300` have not. */
const isRounded = (written: string): boolean =>
  isUnsafe(Number(written)) && /^-?\d+$/.test(written) && String(Number(written)) !== written;

/** The keys of all objects in a value, and whether any number in it is unsafe. Values may be nested deeper than a stack. */
function survey(whole: unknown): { keys: number; hasUnsafe: boolean } {
  let keys = 0;
  let hasUnsafe = false;
  const open: unknown[] = [whole];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'number') hasUnsafe ||= isUnsafe(value);
    if (typeof value !== 'object' || value === null) continue;
    // Not `Object.values`: a list for every line of a large file costs more than all else here.
    const isList = Array.isArray(value);
    for (const key in value) {
      if (!isList) keys++;
      const each = (value as Readonly<Record<string, unknown>>)[key];
      if (typeof each === 'object' || typeof each === 'number') open.push(each);
    }
  }
  return { keys, hasUnsafe };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

function keysWritten(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === COLON) count++;
    else if (unit === QUOTE) at = closingQuote(text, at);
  }
  return count;
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}

/** An object or a list that is open where a text is read: its keys so far, or the number of the item. */
interface Open {
  readonly keys: Set<string> | null;
  key: string;
  item: number;
}

/** @param text JSON in which a key stands twice */
function firstDuplicate(text: string): DuplicateKeyFailure {
  const open: Open[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    const inside = open.at(-1);
    if (character === '{') open.push({ keys: new Set(), key: '', item: 0 });
    else if (character === '[') open.push({ keys: null, key: '', item: 0 });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && inside) inside.item++;
    else if (character === '"') {
      const end = closingQuote(text, at);
      if (inside?.keys && isBeforeColon(text, end + 1)) {
        inside.key = JSON.parse(text.slice(at, end + 1)) as string;
        if (inside.keys.has(inside.key)) return new DuplicateKeyFailure(pathOf(open), at);
        inside.keys.add(inside.key);
      }
      at = end;
    }
  }
  throw new RangeError('no key of this JSON stands twice');
}

const BLANKS = /[ \t\r\n]*/y;

function isBeforeColon(text: string, at: number): boolean {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return text[BLANKS.lastIndex] === ':';
}

const pathOf = (open: readonly Open[]): string =>
  open.map(({ keys, key, item }, i) => (keys ? `${i === 0 ? '' : '.'}${key}` : `[${item}]`)).join('');

const NUMBER = /-?\d[\d.eE+-]*/y;

function withExactIntegers(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === QUOTE) at = closingQuote(text, at);
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text)?.[0];
    if (number === undefined) continue;
    if (isRounded(number)) {
      parts.push(text.slice(from, at), `"${number}"`);
      from = at + number.length;
    }
    at += number.length - 1;
  }
  return parts.join('') + text.slice(from);
}
