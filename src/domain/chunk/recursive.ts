import { type Span, type Doc, type Heading, docId, type DocId, type Place } from '../../base/types';
import { codePoints, advance } from './spans';
import { firstWhere } from '../../base/containers';

/** Where a text may be cut: the first separator that it holds, then the next ones for pieces that are still too long. */
export interface Separation {
  /** With the flags `g` and `u`. After the last of them a text is cut between any two characters. */
  readonly separators: readonly RegExp[];
  /** Whether a separator begins the piece behind it or ends the one before it. */
  readonly keep: 'start' | 'end';
}

/** LangChain's default: paragraphs, lines, blanks. */
const LATIN: Separation = { separators: [/\n\n/gu, /\n/gu, / /gu], keep: 'start' };

/**
 * Also where Chinese and Japanese sentences and clauses end, as LangChain's documentation has it. With its default, `keep`
 * at the start, a chunk would begin with the full stop of the sentence before.
 */
const CJK: Separation = {
  separators: [/\n\n/gu, /\n/gu, /。/gu, /！/gu, /？/gu, /；/gu, /，/gu, /、/gu, / /gu],
  keep: 'end',
};

export const SEPARATIONS = { latin: LATIN, cjk: CJK } as const;

/**
 * LangChain's `RecursiveCharacterTextSplitter` (langchain-text-splitters 1.1.2), over places instead of copies: pieces
 * shorter than `size` are put together while they fit, each chunk begins with as many of the last pieces as `overlap`
 * allows, and longer pieces are cut by the next separator.
 *
 * @returns spans that may begin and end with white space, which is counted in their length
 */
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
  /** In code points. */
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

/** `TextSplitter._merge_splits`, of pieces that follow each other without a gap. */
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

/** In code points. */
interface Lengths {
  readonly size: number;
  /** Less than the size. */
  readonly overlap: number;
}

/** Windows of `size` code points, each beginning `overlap` before the end of the one before; the last may be shorter. */
export function windows(text: string, { start, end }: Span, { size, overlap }: Lengths): Span[] {
  const spans: Span[] = [];
  for (let from = start; from < end; from = advance(text, from, size - overlap, end)) {
    const to = advance(text, from, size, end);
    spans.push({ start: from, end: to });
    if (to === end) break;
  }
  return spans;
}

/**
 * The text from each heading to the next one of a level that begins a chunk, the heading included, and the text before
 * the first. A section that is longer than `size` code points is cut recursively, without overlap.
 */
export function byHeadings(doc: Doc, { level, size }: { level: number; size: number }): Span[] {
  return sectionsOf(doc, level).flatMap((section) =>
    codePoints(doc.text, section) <= size
      ? [section]
      : recursive(doc.text, section, { size, overlap: 0 }, SEPARATIONS.cjk),
  );
}

/**
 * Sections of a document, whatever their length: those of LangChain's `MarkdownHeaderTextSplitter` with its headings kept,
 * as they stand in the text. A heading with no text of its own is joined to the deeper one under it.
 */
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

/** Whether there is no word after the first line of a section. A line of `---` under a heading belongs to the heading. */
const isBare = (section: string): boolean => !/[\p{L}\p{N}]/u.test(section.replace(/^[^\n]*/u, ''));

/** The headings that places of a document stand under, for many places of one document. */
export class HeadingPaths {
  private readonly headings: readonly Heading[];
  /** Position of the heading that each one stands under; -1 where it stands under none. */
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

/** A chunk as it is named in rankings: the document and the offsets, so that a chunk of two chunkings has one name. */
export const chunkId = (doc: DocId, { start, end }: Span): DocId => docId(`${doc}#${start}-${end}`);

const CHUNK_ID = /^(.*)#(\d+)-(\d+)$/s;

/** The place that a name of {@link chunkId} tells; null where it is no such name. */
export function placeOf(id: DocId): Place | null {
  const [, doc, start, end] = CHUNK_ID.exec(id) ?? [];
  return doc === undefined ? null : { doc: docId(doc), start: Number(start), end: Number(end) };
}

/** The headings that a place of a document stands under, the highest first; for many places see {@link HeadingPaths}. */
export const headingPath = (doc: Pick<Doc, 'outline'>, at: number): string[] => new HeadingPaths(doc).at(at);

/** The page on which a place of a document begins, counted from 1; null where the source has no pages. */
export function pageOf({ outline }: Pick<Doc, 'outline'>, at: number): number | null {
  const pages = outline?.pages ?? [];
  if (pages.length === 0) return null;
  const page = pages.findLastIndex((start) => start <= at);
  return Math.max(1, page + 1);
}
