import { BEGINS_CJK, CJK_WITHOUT_BLANKS as CJK, ENDS_CJK, HAN } from '../../../domain/text/cjk';
import { GUTTER, inColumns, type PdfLine } from './pdf-columns';
import { withoutRadicals } from './pdf-headings';

export interface GlyphRun {
  readonly str: string;
  /** [a, b, c, d, x, y]: from the space of the text to that of the page, whose y grows upwards. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly isVertical: boolean;
}

/** Shifts of the baseline, in sizes, that index letters have. */
const SAME_BASELINE = 0.6;
/** How far, in sizes, a run may begin before the last one ended: kerning and marks. */
const OVERPRINT = 1;
/** A gap between words, in sizes; between Chinese or Japanese characters, where justified text has gaps too. */
const WORD_GAP = 0.2;
const CJK_GAP = 1;
/** Readings are half as large as what they stand over, and nearer to it than another line. */
const READING_SIZE = 0.7;
const READING_RISE = 1.6;

const CONTROLS = /\p{Cc}/gu;
const CJK_BLANKS_CJK = new RegExp(`(?<=${CJK}) +(?=${CJK})`, 'gu');

export function linesOf(runs: readonly GlyphRun[]): PdfLine[] {
  const lines: PdfLine[] = [];
  for (const piece of inColumns(piecesOf(runs))) {
    const line = lines.at(-1);
    if (line && piece.row === line.row && continues(line, piece)) join(line, piece, true);
    else lines.push(piece);
  }
  return lines
    .map((line) => ({ ...line, text: withoutRadicals(line.text.replace(CONTROLS, '').trim()) }))
    .filter(({ text }) => text !== '');
}

/** Lines in the order of the file, each cut where a gap is wide enough to part columns. */
function piecesOf(runs: readonly GlyphRun[]): PdfLine[] {
  const pieces: PdfLine[] = [];
  let hasBlank = false;
  let longest = 0;
  for (const placed of withoutReadings(runs.map(place))) {
    if (placed.text.trim() === '') {
      hasBlank ||= placed.text !== '';
      continue;
    }
    const piece = pieces.at(-1);
    const isSameRow = piece !== undefined && continues(piece, placed);
    if (isSameRow && placed.start - piece.end < GUTTER * placed.size) {
      join(piece, placed, hasBlank);
      if (placed.text.length > longest) piece.size = placed.size;
    } else {
      pieces.push({ ...placed, row: (piece?.row ?? 0) + (isSameRow ? 0 : 1) });
      longest = 0;
    }
    longest = Math.max(longest, placed.text.length);
    hasBlank = false;
  }
  return pieces;
}

const READING = /^[\p{scx=Hiragana}\p{scx=Katakana}\s]+$/u;

/** Without kana in small letters over ideographs, which would tear the line that they tell how to read. */
function withoutReadings(placed: readonly PdfLine[]): readonly PdfLine[] {
  const small = placed.filter(({ text }) => READING.test(text) && text.trim() !== '');
  const bases = small.length > 0 ? placed.filter(({ text }) => HAN.test(text)) : [];
  const isOver = (reading: PdfLine, { direction, start, end, down, size }: PdfLine): boolean =>
    reading.direction === direction &&
    reading.size < READING_SIZE * size &&
    reading.start > start - size &&
    reading.end < end + size &&
    reading.down < down - size / 2 &&
    reading.down > down - READING_RISE * size;
  const readings = new Set(small.filter((reading) => bases.some((base) => isOver(reading, base))));
  return placed.filter((each) => !readings.has(each));
}

function place({ str, transform, width, height, isVertical }: GlyphRun): PdfLine {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  const size = Math.hypot(c, d) || height || 1;
  const angle = Math.atan2(b, a) - (isVertical ? Math.PI / 2 : 0);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const start = x * cos + y * sin;
  const degrees = Math.round((angle * 180) / Math.PI);
  return {
    text: str.replace(CJK_BLANKS_CJK, ''),
    direction: `${degrees}`,
    size,
    start,
    end: start + (isVertical ? height : width),
    down: x * sin - y * cos,
    row: 0,
  };
}

const continues = (line: PdfLine, next: PdfLine): boolean =>
  line.direction === next.direction &&
  Math.abs(line.down - next.down) < SAME_BASELINE * Math.max(line.size, next.size) &&
  next.start > line.end - OVERPRINT * next.size;

function join(line: PdfLine, next: PdfLine, isApart: boolean): void {
  const [before, after] = [line.text.trimEnd(), next.text.trimStart()];
  const hasBlank = isApart || before !== line.text || after !== next.text;
  const gap = (next.start - line.end) / Math.max(line.size, next.size);
  const isCjk = ENDS_CJK.test(before.slice(-2)) && BEGINS_CJK.test(after);
  const needsBlank = isCjk ? gap >= CJK_GAP : hasBlank || gap > WORD_GAP;
  line.text = before + (needsBlank ? ' ' : '') + after;
  line.end = Math.max(line.end, next.end);
}

interface Block {
  readonly lines: PdfLine[];
  readonly direction: string;
  start: number;
  end: number;
  readonly top: number;
  bottom: number;
}

/** Distance of baselines, in sizes, from which lines are another block. */
const FAR = 3;
/** Beyond this the order of the file is taken: the comparison grows with the third power. */
const MAX_BLOCKS = 150;
/** A gap that is larger than the usual one by this factor parts paragraphs, and so does a change of size, as of headings. */
const PARAGRAPH = 1.3;
const OTHER_SIZE = 1.15;
/** How far, in sizes, a full line of Chinese or Japanese may stay from the end of its column: marks may not begin a line. */
const RAGGED = 2.5;

/** Ends in a Chinese or Japanese character that does not end a sentence. */
const WRAPS = new RegExp(`(?![。！？：；])${CJK}$`, 'u');

/**
 * Lines in reading order, with an empty line where the gap is larger than usual or the letter size changes. The file's
 * order is kept where no line is drawn before one above it: programs write so, and it keeps columns apart. Else blocks
 * are sorted after T. M. Breuel ("High Performance Document Layout Analysis", 2003): the upper first where two share a
 * column; else the left, if nothing across both lies between them.
 */
export function pageText(lines: readonly PdfLine[]): string {
  const ordered = inReadingOrder(blocksOf(lines)).flatMap((block) => block.lines);
  const usual = median(ordered.flatMap((line, i) => (i > 0 ? leading(ordered[i - 1]!, line) : [])));
  let text = '';
  for (const [i, line] of ordered.entries()) {
    if (i > 0) {
      const before = ordered[i - 1]!;
      const [gap] = leading(before, line);
      const isParted = gap === undefined || gap > PARAGRAPH * usual || hasOtherSize(before, line);
      text += isParted ? '\n\n' : isWrapped(before, line, ordered) ? '' : '\n';
    }
    text += line.text;
  }
  return text;
}

/** Whether a Chinese or Japanese line ends only because its column does: a kept break would split words. */
function isWrapped(before: PdfLine, line: PdfLine, all: readonly PdfLine[]): boolean {
  if (!WRAPS.test(before.text) || !BEGINS_CJK.test(line.text)) return false;
  const column = all.filter((other) => other.direction === before.direction && sharesColumn(other, before));
  const end = column.reduce((most, other) => Math.max(most, other.end), -Infinity);
  return before.end > end - RAGGED * before.size;
}

/** Distance of two baselines in sizes; none where the second line is not below the first. */
function leading(before: PdfLine, line: PdfLine): number[] {
  const gap = (line.down - before.down) / Math.max(before.size, line.size);
  return before.direction === line.direction && gap > 0 && gap < FAR && sharesColumn(before, line) ? [gap] : [];
}

const hasOtherSize = (a: PdfLine, b: PdfLine) => Math.max(a.size, b.size) > OTHER_SIZE * Math.min(a.size, b.size);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Infinity;
}

function blocksOf(lines: readonly PdfLine[]): Block[] {
  const blocks: Block[] = [];
  let last: PdfLine | undefined;
  for (const line of lines) {
    const block = blocks.at(-1);
    if (block && last && leading(last, line).length > 0) {
      block.lines.push(line);
      block.start = Math.min(block.start, line.start);
      block.end = Math.max(block.end, line.end);
      block.bottom = line.down;
    } else {
      const { direction, start, end, down } = line;
      blocks.push({ lines: [line], direction, start, end, top: down, bottom: down });
    }
    last = line;
  }
  return blocks;
}

function inReadingOrder(blocks: readonly Block[]): readonly Block[] {
  const isInOrder = blocks.every((block, i) => blocks.slice(0, i).every((before) => !isAbove(block, before)));
  if (isInOrder || blocks.length > MAX_BLOCKS) return blocks;
  const left = [...blocks];
  const ordered: Block[] = [];
  while (left.length > 0) {
    const next = left.findIndex((block) =>
      left.every((other) => other === block || !comesBefore(other, block, blocks)),
    );
    // Of blocks that all wait for each other, the first of the file.
    ordered.push(...left.splice(Math.max(0, next), 1));
  }
  return ordered;
}

const sharesColumn = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < b.end && b.start < a.end;

const isAbove = (a: Block, b: Block): boolean => a.direction === b.direction && sharesColumn(a, b) && a.top < b.top;

function comesBefore(a: Block, b: Block, all: readonly Block[]): boolean {
  if (a.direction !== b.direction) return false;
  if (sharesColumn(a, b)) return a.top < b.top;
  if (a.end > b.start) return false;
  const [top, bottom] = [Math.min(a.top, b.top), Math.max(a.bottom, b.bottom)];
  const parts = (c: Block): boolean =>
    c !== a && c !== b && c.top > top && c.bottom < bottom && sharesColumn(c, a) && sharesColumn(c, b);
  return !all.some((c) => c.direction === a.direction && parts(c));
}
