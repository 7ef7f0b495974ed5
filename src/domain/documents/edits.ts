import { firstWhere } from '../../base/containers';
import type { Span } from '../../base/types';
import { CJK_WITHOUT_BLANKS } from '../text/cjk';

export interface Edit extends Span {
  readonly text: string;
}

/** A text after edits, with the way between the offsets of both, for places in it (pages, judged spans). */
export class Edited {
  readonly text: string;
  private readonly begins: Int32Array;

  /** @param edits in the order of the text, none overlapping another */
  constructor(
    readonly source: string,
    readonly edits: readonly Edit[],
  ) {
    this.begins = new Int32Array(edits.length);
    const parts: string[] = [];
    let [kept, length] = [0, 0];
    edits.forEach((edit, i) => {
      length += edit.start - kept;
      this.begins[i] = length;
      parts.push(source.slice(kept, edit.start), edit.text);
      length += edit.text.length;
      kept = edit.end;
    });
    this.text = edits.length === 0 ? source : parts.join('') + source.slice(kept);
  }

  /** Where a place of the source is in the result; the beginning of the edit's text where the place was edited. */
  forward(at: number): number {
    const i = firstWhere(this.edits.length, (edit) => this.edits[edit]!.start > at) - 1;
    if (i < 0) return at;
    const { end, text } = this.edits[i]!;
    return at < end ? this.begins[i]! : this.begins[i]! + text.length + at - end;
  }

  /** The part of the source that a span of the result comes from, with the whole of every edit that it touches. */
  backward({ start, end }: Span): Span {
    const from = this.sourceOf(start);
    return { start: from.start, end: end > start ? this.sourceOf(end - 1).end : from.start };
  }

  private sourceOf(at: number): Span {
    // Edits that leave nothing begin where the next text begins: of those the last counts, and the text is beyond it.
    const i = firstWhere(this.edits.length, (edit) => this.begins[edit]! > at) - 1;
    if (i < 0) return { start: at, end: at + 1 };
    const edit = this.edits[i]!;
    const beyond = at - this.begins[i]! - edit.text.length;
    return beyond < 0 ? edit : { start: edit.end + beyond, end: edit.end + beyond + 1 };
  }
}

/** Leaves one blank of a run, none at the ends of lines, and one empty line at most between two lines. */
export function whiteSpaceEdits(text: string): Edit[] {
  return editsOf(text, NO_SINGLE_BLANK, (run, start, end) =>
    start === 0 || end === text.length ? '' : BREAKS[Math.min(2, run.split('\n').length - 1)]!,
  );
}

/** What is put in the place of each match, where it is another text. */
function editsOf(text: string, pattern: RegExp, put: (run: string, start: number, end: number) => string): Edit[] {
  const edits: Edit[] = [];
  for (const { index: start, 0: run } of text.matchAll(pattern)) {
    const edit = { start, end: start + run.length, text: put(run, start, start + run.length) };
    if (edit.text !== run) edits.push(edit);
  }
  return edits;
}

const NO_SINGLE_BLANK = /\s{2,}|[^\S ]|^ | $/g;

/** What stands for a run, by its line breaks. */
const BREAKS = [' ', '\n', '\n\n'] as const;

/** Remembers the kind of each UTF-16 unit, from 1; both units of a pair have the kind of its character, a lone surrogate its own. */
export function unitKinds(kindOf: (character: string) => number): (text: string, at: number) => number {
  const known = new Uint8Array(0x10000);
  return (text, at) => {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code < 0xe000) {
      const before = text.charCodeAt(at - 1);
      const isSecond = code >= 0xdc00 && before >= 0xd800 && before < 0xdc00;
      return kindOf(String.fromCodePoint(text.codePointAt(isSecond ? at - 1 : at)!));
    }
    if (known[code] === 0) known[code] = kindOf(text[at]!);
    return known[code]!;
  };
}

const STABLE = 1;
const CHANGES = 2;
const CONTINUES = 3;

/** Brings a text to NFKC (UAX 15), in parts that normalise by themselves. */
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

const kindAt = unitKinds((character) => {
  if (COMBINES.test(character.normalize('NFKD'))) return CONTINUES;
  return character.normalize('NFKC') === character ? STABLE : CHANGES;
});

/** What may join what stands before: marks, vowels and finals of Hangul, Kirat Rai's vowel sign E. */
const COMBINES = /^[\p{M}\u1160-\u11ff\u{16d67}]/u;

export type Folded = ReturnType<typeof folded>;

/** NFKC, lower case, runs of white space as one blank, none between Chinese or Japanese characters. */
export function folded(text: string) {
  const normal = new Edited(text, nfkcEdits(text));
  const lower = new Edited(normal.text, longerInLowerCase(normal.text));
  const low = lowerCase(lower.text);
  const spaced = new Edited(low, foldedSpaceEdits(low));
  return {
    text: spaced.text,
    source: (span: Span): Span => normal.backward(lower.backward(spaced.backward(span))),
  };
}

/** The only letter that is two in lower case: `İ` is `i` and a dot above. */
const LONGER = /\u0130/g;

const longerInLowerCase = (text: string): Edit[] => editsOf(text, LONGER, () => 'i\u0307');

/** A sigma is the same wherever in a word it stands, so that a part of a text folds as it does within the whole. */
const lowerCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** White space that is not one blank between two words, and blanks beside what may be a Chinese or Japanese character. */
const WHITE_SPACE = /\s{2,}|[^\S ]|^ | $|(?<=[\u2fff-\uffff]) | (?=[\u2fff-\uffff])/g;

const CJK = new RegExp(CJK_WITHOUT_BLANKS, 'u');
/** What full-width punctuation is in NFKC. */
const PUNCTUATION = /[!(),.:;?~]/;

/** Whether one side is Chinese or Japanese and the other is that or punctuation. */
function isCjkBreak(before: string, after: string): boolean {
  const [left, right] = [CJK.test(before), CJK.test(after)];
  return (left || right) && (left || PUNCTUATION.test(before)) && (right || PUNCTUATION.test(after));
}

function foldedSpaceEdits(text: string): Edit[] {
  return editsOf(text, WHITE_SPACE, (_, start, end) =>
    start === 0 || end === text.length || isCjkBreak(text.charAt(start - 1), text.charAt(end)) ? '' : ' ',
  );
}
