import type { ImportProgress } from '../../contract/workers';
import { tooLarge, problem, SourceFailure, type ProblemLog } from '../../domain/dataset/problem';
import type { SourceText, TextBlock } from '../../domain/dataset/source';
import type { ByteSource } from './byte-source';

interface Encoding {
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly name: string;
  readonly mark: number;
  readonly bytesPerUnit: 1 | 2;
  /** What ends a line: a line feed, behind a carriage return or not; or a carriage return alone, as in old Mac files. */
  readonly lineEnd: typeof LINE_FEED | typeof CARRIAGE_RETURN;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

const utf8 = { label: 'utf-8', name: 'UTF-8', bytesPerUnit: 1 } as const;
const utf16le = { label: 'utf-16le', name: 'UTF-16 (little endian)', bytesPerUnit: 2 } as const;
const utf16be = { label: 'utf-16be', name: 'UTF-16 (big endian)', bytesPerUnit: 2 } as const;

/** By byte order mark, or NUL bytes: JSON and table headers begin with ASCII (RFC 4627, section 3). */
export function encodingOf(head: Uint8Array): Encoding {
  const found = withoutLineEnd(head);
  return { ...found, lineEnd: lineEndIn(head, found) };
}

function withoutLineEnd(head: Uint8Array): Omit<Encoding, 'lineEnd'> {
  const [a, b, c, d] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { ...utf8, mark: 3 };
  if (a === 0xff && b === 0xfe) return { ...utf16le, mark: 2 };
  if (a === 0xfe && b === 0xff) return { ...utf16be, mark: 2 };
  if (a && b === 0 && c && d === 0) return { ...utf16le, mark: 0 };
  if (a === 0 && b && c === 0 && d) return { ...utf16be, mark: 0 };
  return { ...utf8, mark: 0 };
}

/** A carriage return at the very end may belong to a line feed that follows. */
function lineEndIn(head: Uint8Array, encoding: Omit<Encoding, 'lineEnd'>): Encoding['lineEnd'] {
  const last = head.length - encoding.bytesPerUnit;
  if (endOf(head, encoding, LINE_FEED, encoding.mark) !== null) return LINE_FEED;
  const end = endOf(head.subarray(0, last), encoding, CARRIAGE_RETURN, encoding.mark);
  return end === null ? LINE_FEED : CARRIAGE_RETURN;
}

function endOfLastLine(bytes: Uint8Array, { label, bytesPerUnit, lineEnd }: Encoding, start: number): number {
  if (bytesPerUnit === 1) return bytes.lastIndexOf(lineEnd) + 1;
  const [low, high] = label === 'utf-16le' ? [0, 1] : [1, 0];
  const last = bytes.length - ((bytes.length - start) % 2) - 2;
  for (let at = last; at >= start; at -= 2) if (bytes[at + low] === lineEnd && bytes[at + high] === 0) return at + 2;
  return 0;
}

const endOfLine = (bytes: Uint8Array, encoding: Encoding, from: number): number =>
  endOf(bytes, encoding, encoding.lineEnd, from) ?? bytes.length;

/** Offset after the first such unit from an offset on; null where there is none. */
function endOf(
  bytes: Uint8Array,
  { label, bytesPerUnit }: Pick<Encoding, 'label' | 'bytesPerUnit'>,
  unit: number,
  from: number,
): number | null {
  if (bytesPerUnit === 1) {
    const found = bytes.indexOf(unit, from);
    return found === -1 ? null : found + 1;
  }
  const [low, high] = label === 'utf-16le' ? [0, 1] : [1, 0];
  for (let at = from; at < bytes.length; at += 2) if (bytes[at + low] === unit && bytes[at + high] === 0) return at + 2;
  return null;
}

const STEPS = 100;

export class Meter {
  #total = 0;
  #read = 0;
  #reportedAt = 0;
  #path = '';

  constructor(
    private readonly maxBytes: number,
    private readonly progress: (step: ImportProgress) => void,
  ) {}

  start(bytesTotal: number): void {
    this.#total = bytesTotal;
  }

  /** Reports about a hundred times, and when a file begins or all is read. */
  advance(path: string, bytes: number): void {
    this.#read += bytes;
    if (this.#read > this.maxBytes) throw tooLarge(path, this.maxBytes);
    const isDue = this.#read - this.#reportedAt >= this.#total / STEPS || this.#read === this.#total;
    if (!isDue && path === this.#path) return;
    this.#reportedAt = this.#read;
    this.#path = path;
    this.progress({ path, bytesRead: this.#read, bytesTotal: this.#total });
  }
}

const HEAD_BYTES = 2 ** 16;

/** Bytes that are no UTF-8 or UTF-16 fail with their line: an id changed in silence would falsify every score. */
export class DecodedText implements SourceText {
  readonly path: string;
  readonly bytes: number;
  #headBytes: Promise<Uint8Array> | undefined;
  #head: Promise<string> | undefined;

  constructor(
    private readonly source: ByteSource,
    private readonly meter: Meter,
    private readonly log: ProblemLog,
  ) {
    this.path = source.path;
    this.bytes = source.bytes;
  }

  head(): Promise<string> {
    return (this.#head ??= this.#firstBytes().then((bytes) => {
      const encoding = encodingOf(bytes);
      return withLineFeeds(new TextDecoder(encoding.label).decode(bytes), encoding);
    }));
  }

  /** Cut at line breaks before decoding, so that a block never begins or ends inside a character. */
  async *blocks(): AsyncGenerator<TextBlock> {
    const encoding = encodingOf(await this.#firstBytes());
    if (encoding.bytesPerUnit === 2) this.log.warn(problem('repaired-encoding', { file: this.path }, encoding.name));
    let firstLine = 1;
    for await (const bytes of wholeLines(this.#counted(), encoding)) {
      const text = this.#decode(bytes, encoding, firstLine);
      yield { text, firstLine };
      firstLine += lineBreaksIn(text);
    }
  }

  async *#counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.source.chunks()) {
      this.meter.advance(this.path, chunk.length);
      yield chunk;
    }
  }

  #firstBytes(): Promise<Uint8Array> {
    return (this.#headBytes ??= firstBytes(this.source, HEAD_BYTES).catch(() => new Uint8Array()));
  }

  #decode(bytes: Uint8Array, encoding: Encoding, firstLine: number): string {
    const decoder = new TextDecoder(encoding.label, { fatal: true, ignoreBOM: true });
    try {
      return withLineFeeds(decoder.decode(bytes), encoding);
    } catch {
      const line = firstLine + goodLines(bytes, encoding, decoder);
      throw new SourceFailure(problem('bad-encoding', { file: this.path, line }, encoding.name));
    }
  }
}

/** Where lines end with a carriage return alone, readers of formats get the line feeds that they look for. */
const withLineFeeds = (text: string, { lineEnd }: Encoding): string =>
  lineEnd === CARRIAGE_RETURN ? text.replaceAll('\r', '\n') : text;

async function firstBytes(source: ByteSource, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.chunks()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return joined(chunks).slice(0, most);
}

async function* wholeLines(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let mark = encoding.mark;
  for await (const all of chunks) {
    const chunk = all.subarray(Math.min(mark, all.length));
    mark -= all.length - chunk.length;
    const end = endOfLastLine(chunk, encoding, pendingBytes % encoding.bytesPerUnit);
    if (end > 0) {
      yield joined([...pending, chunk.subarray(0, end)]);
      [pending, pendingBytes] = [[], 0];
    }
    pending.push(chunk.subarray(end));
    pendingBytes += chunk.length - end;
  }
  if (pendingBytes > 0) yield joined(pending);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function goodLines(bytes: Uint8Array, encoding: Encoding, decoder: TextDecoder): number {
  let lines = 0;
  for (let start = 0; start < bytes.length; lines++) {
    const end = endOfLine(bytes, encoding, start);
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      break;
    }
    start = end;
  }
  return lines;
}

function lineBreaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
