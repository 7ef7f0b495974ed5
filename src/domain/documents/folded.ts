import { CJK_WITHOUT_BLANKS } from '../text/cjk';
import type { Span } from '../../base/types';
import { Edited, type Edit } from './edits';
import { nfkcEdits } from './normalising-edits';

/** A text without the differences that do not matter when it is looked for, and the way back to its offsets. */
export interface Folded {
  readonly text: string;
  /** The part of the original that a part of the folded text comes from. */
  source(span: Span): Span;
}

/**
 * Unicode NFKC, lower case, white space folded to one blank and trimmed: `Ｐump\n  No. ①` is `pump no. 1`. Between two
 * Chinese or Japanese characters it goes altogether: there it is where a line was full, and parts no words.
 */
export function folded(text: string): Folded {
  const normal = new Edited(text, nfkcEdits(text));
  const lower = new Edited(normal.text, longerInLowerCase(normal.text));
  const low = lowerCase(lower.text);
  const spaced = new Edited(low, whiteSpaceEdits(low));
  return {
    text: spaced.text,
    source: (span) => normal.backward(lower.backward(spaced.backward(span))),
  };
}

/** The only letter that is two in lower case: `İ` is `i` and a dot above. */
const LONGER = /\u0130/g;

function longerInLowerCase(text: string): Edit[] {
  return [...text.matchAll(LONGER)].map(({ index }) => ({ start: index, end: index + 1, text: 'i\u0307' }));
}

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

function whiteSpaceEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const { index: start, 0: run } of text.matchAll(WHITE_SPACE)) {
    const end = start + run.length;
    const isNone = start === 0 || end === text.length || isCjkBreak(text.charAt(start - 1), text.charAt(end));
    const put = isNone ? '' : ' ';
    if (put !== run) edits.push({ start, end, text: put });
  }
  return edits;
}
