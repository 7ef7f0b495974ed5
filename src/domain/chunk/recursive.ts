import type { Span } from '../../base/types';
import { codePoints, advance } from './spans';

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
export interface Lengths {
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
