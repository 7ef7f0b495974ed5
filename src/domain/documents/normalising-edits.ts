import type { Edit } from './edits';

/**
 * The edits that leave one blank where a run of blanks was, no blanks at the ends of lines, one empty line at most
 * between two lines and none at the ends of the text. Words stay apart and lines stay lines.
 */
export function whiteSpaceEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const { index: start, 0: run } of text.matchAll(NO_SINGLE_BLANK)) {
    const end = start + run.length;
    const put = start === 0 || end === text.length ? '' : BREAKS[Math.min(2, run.split('\n').length - 1)]!;
    if (put !== run) edits.push({ start, end, text: put });
  }
  return edits;
}

const NO_SINGLE_BLANK = /\s{2,}|[^\S ]|^ | $/g;

/** What stands for a run, by its line breaks. */
const BREAKS = [' ', '\n', '\n\n'] as const;

/** What is known of a UTF-16 unit that is no surrogate. */
const UNKNOWN = 0;
const STABLE = 1;
const CHANGES = 2;
const CONTINUES = 3;
const known = new Uint8Array(0x10000);

/**
 * The edits that bring a text to NFKC (Unicode Standard Annex 15). It is taken in parts that normalise by themselves: a
 * character and those after it that may combine with it.
 */
export function nfkcEdits(text: string): Edit[] {
  if (text.normalize('NFKC') === text) return [];
  const edits: Edit[] = [];
  for (let start = 0; start < text.length;) {
    let end = start + unitsAt(text, start);
    const alone = end;
    while (end < text.length && kindAt(text, end) === CONTINUES) end += unitsAt(text, end);
    if (end > alone || kindAt(text, start) !== STABLE) {
      const part = text.slice(start, end);
      const normal = part.normalize('NFKC');
      if (normal !== part) edits.push({ start, end, text: normal });
    }
    start = end;
  }
  return edits;
}

const unitsAt = (text: string, at: number): number => (text.codePointAt(at)! > 0xffff ? 2 : 1);

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0x80) return STABLE;
  if (code >= 0xd800 && code < 0xe000) return kindOf(String.fromCodePoint(text.codePointAt(at)!));
  if (known[code] === UNKNOWN) known[code] = kindOf(text[at]!);
  return known[code]!;
}

function kindOf(character: string): number {
  if (COMBINES.test(character.normalize('NFKD'))) return CONTINUES;
  return character.normalize('NFKC') === character ? STABLE : CHANGES;
}

/**
 * What may change or join what stands before it: marks, vowels and finals of Hangul, and the one letter outside of both
 * that a composition ends with (Kirat Rai's vowel sign E).
 */
const COMBINES = /^[\p{M}\u1160-\u11ff\u{16d67}]/u;
