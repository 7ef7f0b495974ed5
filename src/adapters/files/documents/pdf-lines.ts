import { BEGINS_CJK, CJK_WITHOUT_BLANKS as CJK, ENDS_CJK } from '../../../domain/text/cjk';
import { withoutRadicals } from './radicals';

export interface GlyphRun {
  readonly str: string;
  /** [a, b, c, d, x, y]: from the space of the text to that of the page, whose y grows upwards. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly isVertical: boolean;
}

/** A line of a page in its own direction of reading, in points. */
export interface PdfLine {
  text: string;
  /** Lines are compared within a direction only. */
  readonly direction: string;
  /** Of the longest run. */
  size: number;
  start: number;
  end: number;
  /** How far its baseline lies in the direction in which lines follow each other. */
  readonly down: number;
}

/** Shifts of the baseline, in sizes, that index letters have. */
const SAME_BASELINE = 0.6;
/** How far, in sizes, a run may begin before the last one ended: kerning and marks. */
const OVERPRINT = 1;
/** A gap between words, in sizes; between Chinese or Japanese characters, where justified text has gaps too. */
const WORD_GAP = 0.2;
const CJK_GAP = 1;

/** Glyphs that fonts map to no character. */
const CONTROLS = /\p{Cc}/gu;
const CJK_BLANKS_CJK = new RegExp(`(?<=${CJK}) +(?=${CJK})`, 'gu');

/** Puts runs together that follow each other on a baseline, with a blank where there is a gap between words. */
export function linesOf(runs: readonly GlyphRun[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let hasBlank = false;
  let longest = 0;
  for (const run of runs) {
    if (run.str.trim() === '') {
      hasBlank ||= run.str !== '';
      continue;
    }
    const placed = place(run);
    const line = lines.at(-1);
    if (line && continues(line, placed)) {
      line.text = joined(line, placed, hasBlank);
      line.end = Math.max(line.end, placed.end);
      if (placed.text.length > longest) line.size = placed.size;
    } else {
      lines.push(placed);
      longest = 0;
    }
    longest = Math.max(longest, placed.text.length);
    hasBlank = false;
  }
  return lines
    .map((line) => ({ ...line, text: withoutRadicals(line.text.replace(CONTROLS, '').trim()) }))
    .filter(({ text }) => text !== '');
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
  };
}

const continues = (line: PdfLine, next: PdfLine): boolean =>
  line.direction === next.direction &&
  Math.abs(line.down - next.down) < SAME_BASELINE * Math.max(line.size, next.size) &&
  next.start > line.end - OVERPRINT * next.size;

function joined(line: PdfLine, next: PdfLine, isApart: boolean): string {
  const [before, after] = [line.text.trimEnd(), next.text.trimStart()];
  const hasBlank = isApart || before !== line.text || after !== next.text;
  const gap = (next.start - line.end) / Math.max(line.size, next.size);
  const isCjk = ENDS_CJK.test(before.slice(-2)) && BEGINS_CJK.test(after);
  const needsBlank = isCjk ? gap >= CJK_GAP : hasBlank || gap > WORD_GAP;
  return before + (needsBlank ? ' ' : '') + after;
}
