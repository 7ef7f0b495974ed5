import { MAX_JSON_DEPTH } from '../../base/typed-json';

export type ExpectedSyntax =
  | 'end'
  | 'name'
  | 'colon'
  | 'value'
  | 'literal'
  | 'quote'
  | 'double-quote'
  | 'escape'
  | 'escaped'
  | { readonly commaOr: string }
  | { readonly character: string }
  | { readonly hexDigits: number }
  | { readonly depth: number };

export class SyntaxFailure extends Error {
  constructor(
    readonly offset: number,
    readonly expected: ExpectedSyntax,
    readonly got: number | null,
  ) {
    super(`${JSON.stringify(expected)} at ${offset}`);
  }
}

export class JsonDepthFailure extends SyntaxFailure {}

export class DuplicateKeyFailure extends Error {
  constructor(
    readonly path: string,
    readonly offset: number,
  ) {
    super(path);
  }
}

const LITERALS = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

class OpenJson {
  keyAt = 0;
  item = -1;
  #keyEnd = 0;
  #key: string | null = null;

  constructor(
    private readonly text: string,
    readonly end: '}' | ']',
    readonly at: number,
  ) {}

  /** Decoded only when asked for: most are skipped. */
  get key(): string {
    return (this.#key ??= JSON.parse(this.text.slice(this.keyAt, this.#keyEnd)) as string);
  }

  setKey(at: number, end: number): void {
    this.keyAt = at;
    this.#keyEnd = end;
    this.#key = null;
  }
}

interface JsonVisitor {
  readonly maxDepth: number;
  opened?(innermost: OpenJson, around: OpenJson | undefined): void;
  key?(open: readonly OpenJson[]): void;
  value?(open: readonly OpenJson[], at: number, end: number): void;
}

/** Strict (RFC 8259), without recursion. @throws {SyntaxFailure} at the first invalid character */
class JsonScanner {
  readonly #open: OpenJson[] = [];

  constructor(
    private readonly text: string,
    private readonly visitor: JsonVisitor,
    public at = 0,
  ) {}

  document(): { at: number; end: number } {
    const at = this.value();
    const end = this.at;
    this.#blanks();
    if (this.at < this.text.length) this.#fail('end');
    return { at, end };
  }

  value(): number {
    this.#blanks();
    const start = this.at;
    do this.#begin();
    while (this.#goOn());
    return start;
  }

  #begin(): void {
    const { text, at, visitor } = this;
    const { maxDepth } = visitor;
    if (this.#open.length >= maxDepth) throw new JsonDepthFailure(at, { depth: maxDepth }, null);
    const first = text[at];
    if (first === '{' || first === '[') {
      const opened = new OpenJson(text, first === '{' ? '}' : ']', this.at++);
      visitor.opened?.(opened, this.#open.at(-1));
      this.#open.push(opened);
      return;
    }
    if (first === '"') this.#string();
    else this.#literal();
    visitor.value?.(this.#open, at, this.at);
  }

  #goOn(): boolean {
    for (let inner = this.#open.at(-1); inner; inner = this.#open.at(-1)) {
      this.#blanks();
      if (!this.#take(inner.end)) {
        if (inner.item++ >= 0 && !this.#take(',')) this.#fail({ commaOr: inner.end });
        this.#blanks();
        if (inner.end === '}') this.#key(inner);
        return true;
      }
      this.#open.pop();
      this.visitor.value?.(this.#open, inner.at, this.at);
    }
    return false;
  }

  #key(inner: OpenJson): void {
    const { at } = this;
    if (this.text[at] !== '"') this.#fail('name');
    this.#string();
    inner.setKey(at, this.at);
    this.#blanks();
    if (!this.#take(':')) this.#fail('colon');
    this.#blanks();
    this.visitor.key?.(this.#open);
  }

  #string(): void {
    for (;;) {
      const unit = this.text.charCodeAt(++this.at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) this.#escape();
      else if (unit < 0x20) this.#fail('escape');
      else if (Number.isNaN(unit)) this.#fail('double-quote');
    }
    this.at++;
  }

  #escape(): void {
    const next = this.text[++this.at] ?? '';
    if (next === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(this.text.slice(this.at + 1, this.at + 5))) this.#fail({ hexDigits: 4 });
      this.at += 4;
    } else if (next === '' || !'"\\/bfnrt'.includes(next)) this.#fail('escaped');
  }

  #literal(): void {
    LITERALS.lastIndex = this.at;
    if (!LITERALS.test(this.text)) this.#fail('value');
    this.at = LITERALS.lastIndex;
  }

  #blanks(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.at++;
    }
  }

  #take(character: string): boolean {
    const found = this.text[this.at] === character;
    if (found) this.at++;
    return found;
  }

  #fail(expected: ExpectedSyntax): never {
    throw new SyntaxFailure(this.at, expected, this.text.codePointAt(this.at) ?? null);
  }
}

/** Offsets are UTF-16 units from the start of the text. */
export interface JsonMember {
  readonly depth: number;
  readonly section: string;
  readonly key: string;
  readonly keyAt: number;
  readonly valueAt: number;
  readonly valueEnd: number;
}

/**
 * Visits every member of the two outer object levels in file order, before the one that holds it. `JSON.parse` loses
 * duplicate keys, moves number-like keys and may give no error offset. @returns offset and end of the outermost value
 * @throws {SyntaxFailure} at the first invalid character; {@link JsonDepthFailure} at the first value nested too deep
 */
export function scanJson(
  text: string,
  visit: (member: JsonMember) => void = () => {},
  visitItem: (at: number, end: number) => void = () => {},
): { at: number; end: number } {
  const value = (open: readonly OpenJson[], valueAt: number, valueEnd: number): void => {
    const depth = open.length;
    if (depth === 0 || depth > 2) return;
    if (depth === 1 && open[0]!.end === ']') visitItem(valueAt, valueEnd);
    if (open.some(({ end }) => end === ']')) return;
    const { key, keyAt } = open[depth - 1]!;
    visit({ depth, section: open[0]!.key, key, keyAt, valueAt, valueEnd });
  };
  return new JsonScanner(text, { maxDepth: MAX_JSON_DEPTH, value }).document();
}

/**
 * `JSON.parse` without silent loss: integers past 2^53 are texts.
 * @throws {SyntaxError} as `JSON.parse` does; {@link DuplicateKeyFailure} where an object has a key twice
 */
export function parseStrict(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const { keys, hasUnsafe } = survey(value);
  // Counting finds lost members, so that a valid text, the usual case, costs little more than its parsing.
  if (keys !== keysWritten(text)) refuseDuplicate(text);
  return hasUnsafe ? (JSON.parse(withExactIntegers(text)) as unknown) : value;
}

/** Whether a number may have lost digits, which an id must not lose. */
const isUnsafe = (value: number): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** Whether a number, as it is written, has lost digits: `9007199254740993` has, `9007199254740992` and `1e300` have not. */
const isRounded = (written: string): boolean =>
  isUnsafe(Number(written)) && /^-?\d+$/.test(written) && String(Number(written)) !== written;

/** Values may be nested deeper than a stack. */
function survey(whole: unknown): { keys: number; hasUnsafe: boolean } {
  let keys = 0;
  let hasUnsafe = false;
  const open: object[] = [];
  const look = (value: unknown): void => {
    if (typeof value === 'number') hasUnsafe ||= isUnsafe(value);
    else if (typeof value === 'object' && value !== null) open.push(value);
  };
  look(whole);
  for (let value = open.pop(); value; value = open.pop()) {
    // Not `Object.values`: a list for every line of a large file costs more than all else here.
    if (Array.isArray(value)) for (const each of value) look(each);
    else
      for (const key in value) {
        keys++;
        look((value as Readonly<Record<string, unknown>>)[key]);
      }
  }
  return { keys, hasUnsafe };
}

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

function refuseDuplicate(text: string): void {
  const keys = new WeakMap<OpenJson, Set<string>>();
  const key = (open: readonly OpenJson[]): void => {
    const inner = open.at(-1)!;
    const known = keys.get(inner) ?? new Set();
    if (known.has(inner.key)) throw new DuplicateKeyFailure(pathOf(open), inner.keyAt);
    keys.set(inner, known.add(inner.key));
  };
  new JsonScanner(text, { maxDepth: Infinity, key }).document();
}

const pathOf = (open: readonly OpenJson[]): string =>
  open.map((each, i) => (each.end === ']' ? `[${each.item}]` : `${i === 0 ? '' : '.'}${each.key}`)).join('');

function withExactIntegers(text: string): string {
  const parts: string[] = [];
  let from = 0;
  const value = (_: unknown, at: number, end: number): void => {
    const written = /[-\d]/.test(text[at]!) ? text.slice(at, end) : '';
    if (!isRounded(written)) return;
    parts.push(text.slice(from, at), `"${written}"`);
    from = end;
  };
  new JsonScanner(text, { maxDepth: Infinity, value }).document();
  return parts.join('') + text.slice(from);
}

/** Nothing deeper tells formats apart. */
const MAX_BEGUN_DEPTH = 40;

/** @returns the value as far as the text is valid, and where it ends; null where the text ends first or is not JSON */
export function begunJson(text: string, from = 0): { readonly value: unknown; readonly end: number | null } {
  const begun: object[] = [[]];
  const set = (key: string, value: unknown): void => {
    const around = begun.at(-1);
    if (Array.isArray(around)) around.push(value);
    // An assignment would take `__proto__` for the prototype.
    else Object.defineProperty(around, key, { value, writable: true, enumerable: true, configurable: true });
  };
  const scanner = new JsonScanner(
    text,
    {
      maxDepth: MAX_BEGUN_DEPTH,
      opened({ end }, around) {
        const value = end === ']' ? [] : {};
        set(around?.end === '}' ? around.key : '', value);
        begun.push(value);
      },
      key: (open) => set(open.at(-1)!.key, undefined),
      value(open, at, end) {
        const around = open.at(-1);
        if (begun.length > open.length + 1) begun.pop();
        else set(around?.end === '}' ? around.key : '', JSON.parse(text.slice(at, end)));
      },
    },
    from,
  );
  let end: number | null = null;
  try {
    scanner.value();
    end = scanner.at;
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
  }
  return { value: (begun[0] as readonly unknown[])[0], end };
}
