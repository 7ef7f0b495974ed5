import type { Doc, Heading, Span } from '../../base/types';

/** Characters that are shown at once of a document without pages, roughly. */
const PART = 6000;

/** The pages of a document; without pages, parts that end with a paragraph. */
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
    // A surrogate pair is not split.
    const inside = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
    cuts.push(inside ? end + 1 : end);
  }
  return cuts;
}

export interface Piece {
  readonly text: string;
  /** Level of a heading; null for other text. */
  readonly level: number | null;
}

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

export const partAt = (parts: readonly Span[], at: number): number =>
  Math.max(
    0,
    parts.findIndex(({ start, end }) => start <= at && at < end),
  );

const SIGNS: Readonly<Record<string, string>> = { ' ': '·', '\t': '⇥', '\n': '↵' };

/** Makes white space visible; `␣` stands for all but blanks, tabs and line breaks. */
export const visibleSpace = (text: string): string => text.replace(/\s/g, (space) => SIGNS[space] ?? '␣');
