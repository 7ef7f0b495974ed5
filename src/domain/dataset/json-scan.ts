/** A member of an object, visited when its value has been read. Offsets are UTF-16 units from the start of the text. */
export interface JsonMember {
  /** 1 for a member of the outermost object, 2 for a member of an object in it. */
  readonly depth: number;
  /** Key of the member of depth 1 that holds this one, or its own where `depth` is 1. */
  readonly section: string;
  readonly key: string;
  readonly keyAt: number;
  readonly valueAt: number;
  readonly valueEnd: number;
}

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
    /** Code point of what stands there; null at the end. */
    readonly got: number | null,
  ) {
    super(`${JSON.stringify(expected)} at ${offset}`);
  }
}

export class JsonDepthFailure extends SyntaxFailure {}

/** Far deeper than data is, and shallow enough for any stack. */
export const MAX_JSON_DEPTH = 500;
const LITERALS = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses strictly (RFC 8259) and visits every member of the two outer object levels in file order. `JSON.parse` keeps
 * the last of duplicate keys silently, moves keys that look like numbers to the front, and in some engines gives no
 * error offset.
 *
 * @param visit `valueAt` to `valueEnd` is JSON by itself; members come before the one that holds them
 * @param visitItem called for each item of an outermost list; `at` to `end` is JSON by itself
 * @returns offset and end of the outermost value
 * @throws {SyntaxFailure} at the first invalid character; {@link JsonDepthFailure} at the first value nested too deep
 */
export function scanJson(
  text: string,
  visit: (member: JsonMember) => void = () => {},
  visitItem: (at: number, end: number) => void = () => {},
): { at: number; end: number } {
  return new JsonScanner(text, visit, visitItem).document();
}

class JsonScanner {
  #at = 0;

  constructor(
    private readonly text: string,
    private readonly visit: (member: JsonMember) => void,
    private readonly visitItem: (at: number, end: number) => void,
  ) {}

  document(): { at: number; end: number } {
    this.#blanks();
    const at = this.#at;
    this.#value(1, '');
    const end = this.#at;
    this.#blanks();
    if (this.#at < this.text.length) this.#fail('end');
    return { at, end };
  }

  #value(depth: number, section: string): void {
    if (depth > MAX_JSON_DEPTH) throw new JsonDepthFailure(this.#at, { depth: MAX_JSON_DEPTH }, null);
    const first = this.text[this.#at];
    if (first === '{') this.#object(depth, section);
    else if (first === '[') this.#list(depth);
    else if (first === '"') this.#string();
    else this.#literal();
  }

  #object(depth: number, section: string): void {
    this.#at++;
    this.#blanks();
    if (this.#take('}')) return;
    for (;;) {
      this.#member(depth, section);
      this.#blanks();
      if (this.#take('}')) return;
      if (!this.#take(',')) this.#fail({ commaOr: '}' });
      this.#blanks();
    }
  }

  #member(depth: number, section: string): void {
    const keyAt = this.#at;
    if (this.text[keyAt] !== '"') this.#fail('name');
    this.#string();
    const isVisited = depth <= 2;
    const key = isVisited ? (JSON.parse(this.text.slice(keyAt, this.#at)) as string) : '';
    this.#blanks();
    if (!this.#take(':')) this.#fail('colon');
    this.#blanks();
    const valueAt = this.#at;
    const here = depth === 1 ? key : section;
    this.#value(depth + 1, here);
    if (isVisited) this.visit({ depth, section: here, key, keyAt, valueAt, valueEnd: this.#at });
  }

  /** The depth grows past 2, so that objects in lists are not visited as members of the outer levels. */
  #list(depth: number): void {
    this.#at++;
    this.#blanks();
    if (this.#take(']')) return;
    for (;;) {
      const at = this.#at;
      this.#value(Math.max(depth + 1, 3), '');
      if (depth === 1) this.visitItem(at, this.#at);
      this.#blanks();
      if (this.#take(']')) return;
      if (!this.#take(',')) this.#fail({ commaOr: ']' });
      this.#blanks();
    }
  }

  #string(): void {
    for (;;) {
      const unit = this.text.charCodeAt(++this.#at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) this.#escape();
      else if (unit < 0x20) this.#fail('escape');
      else if (Number.isNaN(unit)) this.#fail('double-quote');
    }
    this.#at++;
  }

  #escape(): void {
    const next = this.text[++this.#at] ?? '';
    if (next === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(this.text.slice(this.#at + 1, this.#at + 5))) this.#fail({ hexDigits: 4 });
      this.#at += 4;
    } else if (next === '' || !'"\\/bfnrt'.includes(next)) this.#fail('escaped');
  }

  #literal(): void {
    LITERALS.lastIndex = this.#at;
    if (!LITERALS.test(this.text)) this.#fail('value');
    this.#at = LITERALS.lastIndex;
  }

  #blanks(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at++;
    }
  }

  #take(character: string): boolean {
    const found = this.text[this.#at] === character;
    if (found) this.#at++;
    return found;
  }

  #fail(expected: ExpectedSyntax): never {
    throw new SyntaxFailure(this.#at, expected, this.text.codePointAt(this.#at) ?? null);
  }
}
