import { orNull } from '../../base/containers';
import type { ImportProgress } from '../../contract/workers';
import { tooLarge, problem, SourceFailure, type ProblemLog } from '../../domain/dataset/problem';
import type { SourceText, TextBlock } from '../../domain/dataset/source';
import { type ByteSource, bytesOf } from './byte-source';

interface Encoding {
  readonly label: string;
  readonly name: string;
  /** Whether lines end with a carriage return alone, as in old Mac files. */
  readonly endsByReturn: boolean;
}

const utf8 = { label: 'utf-8', name: 'UTF-8' } as const;
const utf16le = { label: 'utf-16le', name: 'UTF-16 (little endian)' } as const;
const utf16be = { label: 'utf-16be', name: 'UTF-16 (big endian)' } as const;

/** By byte order mark, or NUL bytes: JSON and table headers begin with ASCII (RFC 4627, section 3). */
export function encodingOf(head: Uint8Array): Encoding {
  const [a, b, c, d] = head;
  const isLittle = (a === 0xff && b === 0xfe) || (!!a && b === 0 && !!c && d === 0);
  const isBig = (a === 0xfe && b === 0xff) || (a === 0 && !!b && c === 0 && !!d);
  return withLineEnds(head, isLittle ? utf16le : isBig ? utf16be : utf8);
}

/** Share of the characters beyond ASCII that a language must use for an encoding to be taken. */
const PLAUSIBLE = 0.95;

/** Where it is no UTF-8, the only encoding that makes a text of a language of it. */
async function likelyEncoding(head: Uint8Array): Promise<Encoding> {
  const known = encodingOf(head);
  if (known.label !== 'utf-8' || head.includes(0) || isUtf8(head)) return known;
  const { guessEncoding } = await import('./documents/encoding');
  const guess = guessEncoding(head, null, PLAUSIBLE);
  return guess?.isSure ? withLineEnds(head, { label: guess.label, name: guess.label }) : known;
}

/** A character that goes on behind the head is none that is wrong. */
const isUtf8 = (head: Uint8Array): boolean =>
  orNull(() => new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })) !== null;

function withLineEnds(head: Uint8Array, encoding: Omit<Encoding, 'endsByReturn'>): Encoding {
  const text = new TextDecoder(encoding.label).decode(head);
  // A carriage return at the very end may belong to a line feed that follows.
  return { ...encoding, endsByReturn: !text.includes('\n') && text.slice(0, -1).includes('\r') };
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

/** Bytes that are surely in no encoding fail with their line: an id changed in silence would falsify every score. */
export class DecodedText implements SourceText {
  readonly path: string;
  readonly bytes: number;
  #headBytes: Promise<Uint8Array> | undefined;
  #encoding: Promise<Encoding> | undefined;
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
    return (this.#head ??= this.#firstBytes().then(async (bytes) => {
      const encoding = await this.#usedEncoding();
      // As a stream, since Node 20 reads windows-1252 as Latin-1 otherwise.
      return withLineFeeds(new TextDecoder(encoding.label).decode(bytes, { stream: true }), encoding);
    }));
  }

  async *blocks(): AsyncGenerator<TextBlock> {
    const encoding = await this.#usedEncoding();
    const isSaid = this.log.warnings.some(({ code, file }) => code === 'repaired-encoding' && file === this.path);
    if (encoding.label !== 'utf-8' && !isSaid)
      this.log.warn(problem('repaired-encoding', { file: this.path }, encoding.name));
    let firstLine = 1;
    let begun: string[] = [];
    for await (const text of this.#texts(encoding)) {
      const end = text.lastIndexOf('\n') + 1;
      if (end > 0) {
        const block = begun.join('') + text.slice(0, end);
        yield { text: block, firstLine };
        firstLine += lineBreaksIn(block);
        begun = [];
      }
      if (end < text.length) begun.push(text.slice(end));
    }
    if (begun.length > 0) yield { text: begun.join(''), firstLine };
  }

  async *#texts(encoding: Encoding): AsyncGenerator<string> {
    const decoder = new TextDecoder(encoding.label, { fatal: true });
    const decoded = async (read: number, bytes?: Uint8Array): Promise<string> => {
      try {
        return withLineFeeds(decoder.decode(bytes, { stream: bytes !== undefined }), encoding);
      } catch {
        const line = await this.#badLine(encoding, read);
        throw new SourceFailure(problem('bad-encoding', { file: this.path, line }, encoding.name));
      }
    };
    let read = 0;
    for await (const chunk of this.source.chunks()) {
      this.meter.advance(this.path, chunk.length);
      yield await decoded(read++, chunk);
    }
    yield await decoded(read);
  }

  #usedEncoding(): Promise<Encoding> {
    return (this.#encoding ??= this.#firstBytes().then(likelyEncoding));
  }

  #firstBytes(): Promise<Uint8Array> {
    return (this.#headBytes ??= firstBytes(this.source, HEAD_BYTES).catch(() => new Uint8Array()));
  }

  /** The line of the first bytes that make no character. @param good chunks before them */
  async #badLine(encoding: Encoding, good: number): Promise<number> {
    const decoder = new TextDecoder(encoding.label, { fatal: true });
    let line = 1;
    let read = 0;
    try {
      for await (const chunk of this.source.chunks()) {
        const step = read++ < good ? chunk.length : 1;
        for (let at = 0; at < chunk.length; at += step) {
          const text = decoder.decode(chunk.subarray(at, at + step), { stream: true });
          line += lineBreaksIn(withLineFeeds(text, encoding));
        }
      }
    } catch {
      // Here it is.
    }
    return line;
  }
}

/** Where lines end with a carriage return alone, readers of formats get the line feeds that they look for. */
const withLineFeeds = (text: string, { endsByReturn }: Encoding): string =>
  endsByReturn ? text.replaceAll('\r', '\n') : text;

async function firstBytes(source: ByteSource, most: number): Promise<Uint8Array> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let left = most;
    for await (const chunk of source.chunks()) {
      yield chunk.subarray(0, left);
      if ((left -= chunk.length) <= 0) return;
    }
  }
  return bytesOf({ ...source, bytes: Math.min(most, source.bytes), chunks });
}

function lineBreaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
