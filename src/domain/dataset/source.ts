import { problem, SourceFailure } from './problem';

/** Asked in ascending order it reads the text once. */
export class LineCounter {
  readonly #starts = [0];
  #isRead = false;
  #last = 0;

  constructor(private readonly text: string) {}

  at(offset: number): { line: number; column: number } {
    while (!this.#isRead && this.#starts.at(-1)! <= offset) this.#readLine();
    this.#last = this.#find(offset);
    return { line: this.#last + 1, column: offset - this.#starts[this.#last]! + 1 };
  }

  #readLine(): void {
    const found = this.text.indexOf('\n', this.#starts.at(-1));
    if (found === -1) this.#isRead = true;
    else this.#starts.push(found + 1);
  }

  #find(offset: number): number {
    const starts = this.#starts;
    let low = starts[this.#last]! <= offset ? this.#last : 0;
    if ((starts[low + 1] ?? Infinity) > offset) return low;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}

export interface TextBlock {
  readonly text: string;
  readonly firstLine: number;
  /** What its lines hold, where they are written from a table. */
  readonly records?: readonly Readonly<Record<string, unknown>>[];
}

/** Most readers take records, and ask for no text. */
export const recordBlock = (records: NonNullable<TextBlock['records']>, firstLine: number): TextBlock => ({
  records,
  firstLine,
  get text() {
    return records.map((record) => `${JSON.stringify(record)}\n`).join('');
  },
});

export interface SourceText {
  readonly path: string;
  /** Config and split of a data set, where its README says them: `corpus/train`. */
  readonly part?: string;
  readonly bytes: number;
  /** Where roles name the fields: what a person calls each. */
  readonly writtenAs?: ReadonlyMap<string, string>;
  head(): Promise<string>;
  /** Repeatable. @throws {SourceFailure} if the bytes are not text or exceed the limit */
  blocks(): AsyncIterable<TextBlock>;
}

export interface SourceBytes {
  readonly path: string;
  readonly bytes: number;
  read(): Promise<Uint8Array>;
}

export interface SourceTable {
  readonly path: string;
  readonly bytes: number;
  columns(): Promise<readonly string[]>;
  /** @param most all where it is not given */
  rows(columns: readonly string[], most?: number): AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;
}

export interface Line {
  readonly text: string;
  readonly number: number;
}

const NOT_BLANK = /\S/;

export function* linesOf(block: TextBlock): Generator<Line> {
  const { text } = block;
  let number = block.firstLine;
  for (let start = 0; start < text.length; number++) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    if (NOT_BLANK.test(line)) yield { text: line, number };
    start = end + 1;
  }
}

/** Half of Chromium's maximum string length: beyond it the page would run out of memory in obscure ways. */
const MAX_UNITS = 2 ** 28;

/** @throws {SourceFailure} also where the text is too long for one string */
export async function wholeText(source: SourceText, maxUnits = MAX_UNITS): Promise<string> {
  const parts: string[] = [];
  let units = 0;
  for await (const { text } of source.blocks()) {
    units += text.length;
    checkLength(source.path, units, maxUnits);
    parts.push(text);
  }
  return parts.join('');
}

export function checkLength(path: string, units: number, maxUnits = MAX_UNITS): void {
  if (units <= maxUnits) return;
  const limit = `${maxUnits} characters`;
  throw new SourceFailure(problem('too-large', { file: path }, `more than ${limit}`, limit));
}
