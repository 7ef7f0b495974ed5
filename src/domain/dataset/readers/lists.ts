import { SyntaxFailure, type ExpectedSyntax } from '../json';
import { problem, type ProblemLog } from '../problem';
import { kindOf } from './json-records';
import { asId, type DataRecord } from './records';

const MAX_DEPTH = 20;
const WORD = /(?:None|null|True|true|False|false|nan|NaN|array)(?![\w])/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const DTYPE = /\s*,\s*dtype\s*=\s*[\w.<>|']+/y;
const BLANKS = /\s*/y;

const words: Readonly<Record<string, unknown>> = { True: true, true: true, False: false, false: false };
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '0': '\0',
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** JSON, or what Python and NumPy print (`('a',)`, `None`, `[array(['a'], dtype=object)]`). @throws {SyntaxFailure} */
export function parseLiteral(text: string): unknown {
  return new LiteralReader(text).document();
}

/** Whether a text is meant as a list, by how it begins; prose may begin with a parenthesis. */
export const looksLikeList = (text: string): boolean => /^\s*(?:\[|\(\s*['"[(]|array\s*\()/.test(text);

class LiteralReader {
  #at = 0;

  constructor(private readonly text: string) {}

  document(): unknown {
    this.#match(BLANKS);
    const value = this.#value(1);
    this.#match(BLANKS);
    if (this.#at < this.text.length) this.#fail('end');
    return value;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) this.#fail({ depth: MAX_DEPTH });
    const first = this.text[this.#at];
    if (first === '[') return this.#list(']', depth);
    if (first === '(') return this.#list(')', depth);
    if (first === '"' || first === "'") return this.#string(first);
    const word = this.#match(WORD);
    if (word === 'array') return this.#array(depth);
    if (word !== '') return words[word] ?? null;
    const number = this.#match(NUMBER);
    if (number === '') this.#fail('literal');
    return Number.isSafeInteger(Number(number)) || !/^\d+$/.test(number) ? Number(number) : number;
  }

  #list(end: ']' | ')', depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at++;
    this.#match(BLANKS);
    while (this.text[this.#at] !== end) {
      items.push(this.#value(depth + 1));
      const gap = this.#match(BLANKS);
      if (this.text[this.#at] === ',') this.#at++;
      else if (this.text[this.#at] !== end && gap === '') this.#fail({ commaOr: end });
      this.#match(BLANKS);
    }
    this.#at++;
    return items;
  }

  #array(depth: number): unknown {
    this.#match(BLANKS);
    if (this.text[this.#at] !== '(') this.#fail({ character: '(' });
    this.#at++;
    this.#match(BLANKS);
    const items = this.#value(depth + 1);
    this.#match(DTYPE);
    this.#match(BLANKS);
    if (this.text[this.#at] !== ')') this.#fail({ character: ')' });
    this.#at++;
    return items;
  }

  #string(quote: string): string {
    let value = '';
    let from = ++this.#at;
    for (;;) {
      const unit = this.text[this.#at];
      if (unit === undefined) this.#fail('quote');
      if (unit === quote || unit === '\\') {
        value += this.text.slice(from, this.#at++);
        if (unit === quote) return value;
        value += this.#escape();
        from = this.#at;
      } else this.#at++;
    }
  }

  /** Unknown escapes stay as they stand, as in Python. */
  #escape(): string {
    const kind = this.text[this.#at++] ?? '';
    const digits = HEX_DIGITS[kind];
    if (digits === undefined) return '\\\'"/'.includes(kind) ? kind : (escapes[kind] ?? `\\${kind}`);
    const written = this.text.slice(this.#at, this.#at + digits);
    const code = /^[0-9a-fA-F]+$/.test(written) && written.length === digits ? parseInt(written, 16) : Infinity;
    if (code > 0x10ffff) this.#fail({ hexDigits: digits });
    this.#at += digits;
    return digits === 8 ? String.fromCodePoint(code) : String.fromCharCode(code);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #fail(expected: ExpectedSyntax): never {
    throw new SyntaxFailure(this.#at, expected, this.text.codePointAt(this.#at) ?? null);
  }
}

export function listIn(record: DataRecord, field: string, log: ProblemLog): readonly unknown[] | null | undefined {
  const place = record.place(field);
  try {
    const written = record.fields.get(field);
    const value = record.isText && typeof written === 'string' ? parsed(written) : written;
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value as readonly unknown[];
    log.add(problem('wrong-shape', place, 'list', kindOf(value)));
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    log.add(problem('bad-list', place, { expected: error.expected, got: error.got, column: error.offset + 1 }));
  }
  return undefined;
}

const parsed = (written: string): unknown => (written.trim() === '' ? null : parseLiteral(written));

export function textsIn(record: DataRecord, field: string, log: ProblemLog): readonly string[] | null | undefined {
  const list = listIn(record, field, log);
  if (!list) return list;
  const texts: string[] = [];
  for (const [i, item] of list.entries()) {
    const text = asId(item);
    if (text === null) {
      log.add(problem('wrong-shape', record.place(`${field}[${i}]`), 'text', kindOf(item)));
      return undefined;
    }
    texts.push(text);
  }
  return texts;
}
