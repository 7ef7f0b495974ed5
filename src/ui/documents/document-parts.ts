import type { Doc, Heading, Span } from '../../base/types';

/** About this many characters of a document without pages are shown at once. */
const PART = 6000;

/** The parts in which a document is shown: its pages, or where it has none parts that end with a paragraph. */
export function partsOf({ text, outline }: Pick<Doc, 'text' | 'outline'>): Span[] {
  const pages = outline?.pages ?? [];
  const cuts = [0, ...(pages.length > 0 ? pages.filter((start) => start > 0) : paragraphCuts(text)), text.length];
  return cuts.slice(1).map((end, i) => ({ start: cuts[i]!, end }));
}

function paragraphCuts(text: string): number[] {
  const cuts: number[] = [];
  for (let at = PART; at < text.length; at = cuts.at(-1)! + PART) {
    const [paragraph, line] = [text.lastIndexOf('\n\n', at), text.lastIndexOf('\n', at)];
    const last = cuts.at(-1) ?? 0;
    const end = [paragraph + 2, line + 1].find((cut) => cut > last + PART / 2) ?? at;
    // A character of two units is not cut.
    const inside = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
    cuts.push(inside ? end + 1 : end);
  }
  return cuts;
}

export interface Piece {
  readonly text: string;
  /** Level of the heading that it is; null for other text. */
  readonly level: number | null;
}

/** A part of a text, with its headings apart. */
export function piecesOf({ text, outline }: Pick<Doc, 'text' | 'outline'>, { start, end }: Span): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (const heading of outline?.headings ?? []) {
    if (heading.start < at || heading.start >= end) continue;
    const until = endOf(text, heading, end);
    if (heading.start > at) pieces.push({ text: text.slice(at, heading.start), level: null });
    pieces.push({ text: text.slice(heading.start, until), level: heading.level });
    at = until;
  }
  if (at < end) pieces.push({ text: text.slice(at, end), level: null });
  return pieces;
}

/** A heading ends with its line, whose marks and blanks its text may lack. */
function endOf(text: string, { start }: Heading, most: number): number {
  const at = text.indexOf('\n', start);
  return at < 0 || at > most ? most : at;
}

/** Which part a place of the text stands in. */
export const partAt = (parts: readonly Span[], at: number): number =>
  Math.max(
    0,
    parts.findIndex(({ start, end }) => start <= at && at < end),
  );
