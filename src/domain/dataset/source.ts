import { problem, SourceFailure } from './problem';

/** Whole lines of a text file, the last of which may lack its line break. */
export interface TextBlock {
  readonly text: string;
  /** Number of the first line, from 1. */
  readonly firstLine: number;
}

/** A text file, on a disk or in an archive. Decoding is the adapter's business. */
export interface SourceText {
  /** With the folder, by `/`; inside an archive `archive.zip/corpus.jsonl`. */
  readonly path: string;
  readonly bytes: number;
  /** The first few thousand characters, to tell formats apart; never fails on bytes that are not text. */
  head(): Promise<string>;
  /**
   * In blocks, so that a large file is never whole in memory; repeatable.
   *
   * @throws {SourceFailure} while reading, if the bytes are not text or exceed the limit
   */
  blocks(): AsyncIterable<TextBlock>;
}

/** A file that is no text, as an array of numbers. */
export interface SourceBytes {
  readonly path: string;
  readonly bytes: number;
  /** @throws {SourceFailure} where it cannot be read, or is more than was allowed */
  read(): Promise<Uint8Array>;
}

export interface SourceTable {
  readonly path: string;
  readonly bytes: number;
  /** Names of its columns; none where it cannot be read. */
  columns(): Promise<readonly string[]>;
  /** Its rows: texts, numbers, lists, by names of columns. @throws {SourceFailure} where it cannot be read */
  rows(columns: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export interface Line {
  readonly text: string;
  readonly number: number;
}

const NOT_BLANK = /\S/;

/** Lines without their ends (LF or CRLF) and without the blank ones. */
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

/** For formats that are one value. @throws {SourceFailure} also where the text is too long for one string */
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

/** @throws {SourceFailure} where a text would be too long for one string */
export function checkLength(path: string, units: number, maxUnits = MAX_UNITS): void {
  if (units <= maxUnits) return;
  const limit = `${maxUnits} characters`;
  throw new SourceFailure(problem('too-large', { file: path }, `more than ${limit}`, limit));
}
