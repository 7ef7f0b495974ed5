import { problem, SourceFailure, type ProblemLog } from '../../domain/dataset/problem';
import type { SourceText, TextBlock } from '../../domain/dataset/source';
import type { ByteSource } from './byte-source';
import { CARRIAGE_RETURN, encodingOf, endOfLastLine, endOfLine, type Encoding } from './encoding';
import type { Meter } from './meter';

const HEAD_BYTES = 2 ** 16;

/**
 * UTF-8, or UTF-16 with a warning. Other bytes fail with their line and never become replacement characters: an id or
 * passage changed in silence would make every score wrong.
 */
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

  /** Decoded once: every format looks at it. */
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

  /** Whatever fails here fails again, and is reported, when the file is read. */
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
