import { trimmed } from '../chunk/spans';
import { CJK_LETTER as CJK, CJK_CHARACTER } from '../text/cjk';
import { segmentsOf } from '../text/segments';
import type { Span } from '../../base/types';

export interface Sentence extends Span {
  readonly text: string;
  /** Whether it ends as a sentence does: a heading, a row of a table or an item of a list often does not. */
  readonly isWhole: boolean;
}

const LIST_OR_TABLE = /^\s*(?:[-*+•・●|>#]|\d{1,3}[.)、])/;
const ENDS = /[.!?。！？．][\p{Pe}\p{Pf}"'*_]*$/u;

/** After these a point ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|Dr|Mr|Mrs|Ms|Prof|St|No|Fig|Eq|Sec|approx|Inc|Ltd|Co|Jr|Sr|[A-Z])\.\s*$/;

/** Lines of fewer characters end a paragraph: wrapped ones are longer. */
const WRAPPED_UNITS = { latin: 40, cjk: 20 };

/** Sentences by `Intl.Segmenter`, after joining wrapped lines, without those that have no letters. */
export function proseSentences(text: string): Sentence[] {
  const flat = unwrapped(text);
  const spans: Span[] = [];
  for (const { start, end } of segmentsOf(flat, 'sentence', 'en')) {
    const last = spans.at(-1);
    const span = { start, end };
    const before = last && flat.slice(last.start, last.end);
    const continues = before !== undefined && ABBREVIATION.test(before) && !before.endsWith('\n');
    if (continues) spans[spans.length - 1] = { start: last!.start, end: span.end };
    else spans.push(span);
  }
  return spans.flatMap((span) => sentence(text, span));
}

function sentence(text: string, span: Span): Sentence[] {
  const cut = trimmed(text, span);
  if (!cut) return [];
  const source = text.slice(cut.start, cut.end);
  const isTable = source.includes('|') || /^\s*#/.test(source);
  const words = readable(source);
  return /\p{L}/u.test(words) ? [{ ...cut, text: words, isWhole: ENDS.test(words) && !isTable }] : [];
}

/** Line breaks inside paragraphs become blanks; the length stays the same. */
function unwrapped(text: string): string {
  const lines = text.split('\n');
  return lines.map((line, i) => (i === 0 ? line : `${continues(lines[i - 1]!, line) ? ' ' : '\n'}${line}`)).join('');
}

function continues(line: string, next: string): boolean {
  const kind = CJK.test(line) ? 'cjk' : 'latin';
  return (
    line.trim().length >= WRAPPED_UNITS[kind] &&
    next.trim() !== '' &&
    !LIST_OR_TABLE.test(next) &&
    !/^\s*[#|]/.test(line)
  );
}

const BLANK_WITHIN_CJK = new RegExp(`(?<=${CJK_CHARACTER}|[，。、；：]) (?=${CJK_CHARACTER})`, 'gu');

/** A piece of a text as a person would read it: on one line, without the marks of Markdown. */
export function readable(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}\s+|>\s+|[-*+•・●]\s+|\d{1,3}[.)、]\s+)/, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .replace(BLANK_WITHIN_CJK, '')
    .trim();
}
