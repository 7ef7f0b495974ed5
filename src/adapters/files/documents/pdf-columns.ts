import { BEGINS_CJK } from '../../../domain/text/cjk';

export interface PdfLine {
  text: string;
  /** Lines are compared within a direction only. */
  readonly direction: string;
  size: number;
  start: number;
  end: number;
  /** How far its baseline lies in the direction in which lines follow each other. */
  readonly down: number;
  /** The same of what the file draws from left to right on one baseline. */
  readonly row: number;
}

/** The gap between columns, in sizes: between words it is narrower. */
export const GUTTER = 1;
/** Lines that both columns have at least, and that are looked at. */
const MIN_LINES = 4;
const MAX_LINES = 500;
/** Down to here, in sizes, the next line is of the same columns. */
const NEAR = 3;
/** Characters of a line of running text on average; half of them in Chinese and Japanese. Cells of tables are shorter. */
const MIN_CHARACTERS = 18;
/** Share of lines that end because their column does. */
const MIN_FULL = 0.6;
/** How far, in sizes, a full line of Chinese or Japanese may stay from the end of its column. */
const RAGGED = 2.5;

/** Columns of running text that are drawn row by row, one after the other. Rows of tables stay as they are. */
export function inColumns(pieces: readonly PdfLine[]): PdfLine[] {
  const ordered: PdfLine[] = [];
  for (let at = 0; at < pieces.length;) {
    const found = columnsFrom(pieces.slice(at, at + MAX_LINES));
    if (found) ordered.push(...inColumns(found.left), ...inColumns(found.right));
    else ordered.push(pieces[at]!);
    at += found ? found.left.length + found.right.length : 1;
  }
  return ordered;
}

/** The lines from the first on that leave a gutter free, if there is running text on both sides of it. */
function columnsFrom(pieces: readonly PdfLine[]): { left: PdfLine[]; right: PdfLine[] } | null {
  const [first, second] = pieces;
  if (!first || !second || !isBeside(first, second)) return null;
  const [left, right]: [PdfLine[], PdfLine[]] = [[], []];
  let [start, end, down] = [first.end, second.start, first.down];
  for (const piece of pieces) {
    const width = GUTTER * piece.size;
    const step = (piece.down - down) / piece.size;
    if (piece.direction !== first.direction || step < -1 || step > NEAR) break;
    if (piece.end <= end - width) {
      start = Math.max(start, piece.end);
      left.push(piece);
    } else if (piece.start >= start + width) {
      end = Math.min(end, piece.start);
      right.push(piece);
    } else break;
    down = piece.down;
  }
  return isRunningText(left) && isRunningText(right) ? { left, right } : null;
}

const isBeside = (a: PdfLine, b: PdfLine): boolean =>
  a.direction === b.direction && b.start - a.end >= GUTTER * b.size && Math.abs(a.down - b.down) < b.size;

/** Whether most lines are full: the word that begins the next has no room on them. */
function isRunningText(pieces: readonly PdfLine[]): boolean {
  const lines = pieces.filter(({ row }, i) => row !== pieces[i - 1]?.row);
  if (lines.length < MIN_LINES) return false;
  const end = Math.max(...lines.map((line) => line.end));
  const length = lines.reduce((sum, { text }) => sum + text.length * (BEGINS_CJK.test(text) ? 2 : 1), 0);
  const full = lines.filter((line, i) => i + 1 < lines.length && line.end + roomFor(lines[i + 1]!) > end);
  return length >= MIN_CHARACTERS * lines.length && full.length >= MIN_FULL * (lines.length - 1);
}

function roomFor({ text, start, end, size }: PdfLine): number {
  if (BEGINS_CJK.test(text)) return RAGGED * size;
  return ((end - start) * (/^\S*\s?/.exec(text)![0].length + 1)) / text.length;
}
