import { type Span, type Doc, type Heading, docId, type DocId, type Place } from '../../base/types';
import { codePoints, advance } from './spans';
import { firstWhere } from '../../base/containers';

export interface Separation {
  readonly separators: readonly RegExp[];
  /** Whether a separator begins the piece behind it or ends the one before it. */
  readonly keep: 'start' | 'end';
}

/** LangChain's default: paragraphs, lines, blanks. */
const LATIN: Separation = { separators: [/\n\n/gu, /\n/gu, / /gu], keep: 'start' };

/** Also ends of Chinese and Japanese sentences and clauses, which stay at the end. */
const CJK: Separation = {
  separators: [/\n\n/gu, /\n/gu, /。/gu, /！/gu, /？/gu, /；/gu, /，/gu, /、/gu, / /gu],
  keep: 'end',
};

export const SEPARATIONS = { latin: LATIN, cjk: CJK } as const;

/** LangChain's `RecursiveCharacterTextSplitter` (langchain-text-splitters 1.1.2), over places; white space counts. */
export function recursive(text: string, span: Span, lengths: Lengths, { separators, keep }: Separation): Span[] {
  const part = text.slice(span.start, span.end);
  const at = separators.findIndex((separator) => part.search(separator) >= 0);
  // One character a piece: what LangChain puts together of them are windows.
  if (at < 0) return windows(text, span, lengths);
  const rest: Separation = { separators: separators.slice(at + 1), keep };
  const found: Span[][] = [];
  let short: SplitPiece[] = [];
  for (const piece of pieces(text, span, separators[at]!, keep)) {
    if (piece.length < lengths.size) {
      short.push(piece);
      continue;
    }
    found.push(merged(short, lengths), recursive(text, piece, lengths, rest));
    short = [];
  }
  found.push(merged(short, lengths));
  return found.flat();
}

interface SplitPiece extends Span {
  readonly length: number;
}

function pieces(text: string, { start, end }: Span, separator: RegExp, keep: Separation['keep']): SplitPiece[] {
  const found: SplitPiece[] = [];
  let from = start;
  const add = (to: number): void => {
    if (to > from) found.push({ start: from, end: to, length: codePoints(text, { start: from, end: to }) });
    from = to;
  };
  for (const match of text.slice(start, end).matchAll(separator))
    add(start + match.index + (keep === 'end' ? match[0].length : 0));
  add(end);
  return found;
}

function merged(pieces: readonly SplitPiece[], { size, overlap }: Lengths): Span[] {
  const spans: Span[] = [];
  let first = 0;
  let total = 0;
  pieces.forEach((piece, i) => {
    if (total + piece.length > size && first < i) {
      spans.push({ start: pieces[first]!.start, end: pieces[i - 1]!.end });
      while (total > overlap || (total + piece.length > size && total > 0)) total -= pieces[first++]!.length;
    }
    total += piece.length;
  });
  if (first < pieces.length) spans.push({ start: pieces[first]!.start, end: pieces.at(-1)!.end });
  return spans;
}

interface Lengths {
  readonly size: number;
  readonly overlap: number;
}

export function windows(text: string, { start, end }: Span, { size, overlap }: Lengths): Span[] {
  const spans: Span[] = [];
  for (let from = start; from < end; from = advance(text, from, size - overlap, end)) {
    const to = advance(text, from, size, end);
    spans.push({ start: from, end: to });
    if (to === end) break;
  }
  return spans;
}

/** Cuts at headings that begin a chunk; a section over `size` code points is cut recursively, without overlap. */
export function byHeadings(doc: Doc, { level, size }: { level: number; size: number }): Span[] {
  return sectionsOf(doc, level).flatMap((section) =>
    codePoints(doc.text, section) <= size
      ? [section]
      : recursive(doc.text, section, { size, overlap: 0 }, SEPARATIONS.cjk),
  );
}

/** As LangChain's `MarkdownHeaderTextSplitter`, headings kept. A bare heading is joined to the deeper one under it. */
export function sectionsOf({ text, outline }: Pick<Doc, 'text' | 'outline'>, level: number): Span[] {
  const sections: Span[] = [];
  let start = 0;
  let above: Heading | null = null;
  for (const heading of outline?.headings ?? []) {
    if (heading.level > level) continue;
    const joins = above !== null && above.level < heading.level && isBare(text.slice(above.start, heading.start));
    if (!joins && heading.start > start) {
      sections.push({ start, end: heading.start });
      start = heading.start;
    }
    above = heading;
  }
  return [...sections, { start, end: text.length }];
}

const isBare = (section: string): boolean => !/[\p{L}\p{N}]/u.test(section.replace(/^[^\n]*/u, ''));

export class HeadingPaths {
  private readonly headings: readonly Heading[];
  private readonly above: Int32Array;

  constructor({ outline }: Pick<Doc, 'outline'>) {
    this.headings = outline?.headings ?? [];
    this.above = new Int32Array(this.headings.length);
    this.headings.forEach(({ level }, i) => {
      let above = i - 1;
      while (above >= 0 && this.headings[above]!.level >= level) above = this.above[above]!;
      this.above[i] = above;
    });
  }

  at(place: number): string[] {
    const behind = firstWhere(this.headings.length, (i) => this.headings[i]!.start > place);
    const path: string[] = [];
    for (let i = behind - 1; i >= 0; i = this.above[i]!) path.push(this.headings[i]!.text);
    return path.reverse();
  }
}

export const chunkId = (doc: DocId, { start, end }: Span): DocId => docId(`${doc}#${start}-${end}`);

const CHUNK_ID = /^(.*)#(\d+)-(\d+)$/s;

export function placeOf(id: DocId): Place | null {
  const [, doc, start, end] = CHUNK_ID.exec(id) ?? [];
  return doc === undefined ? null : { doc: docId(doc), start: Number(start), end: Number(end) };
}

export const headingPath = (doc: Pick<Doc, 'outline'>, at: number): string[] => new HeadingPaths(doc).at(at);

export function pageOf({ outline }: Pick<Doc, 'outline'>, at: number): number | null {
  const pages = outline?.pages ?? [];
  if (pages.length === 0) return null;
  const page = pages.findLastIndex((start) => start <= at);
  return Math.max(1, page + 1);
}
