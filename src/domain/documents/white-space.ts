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

/** White space that is not one blank between two words. */
const NO_SINGLE_BLANK = /\s{2,}|[^\S ]|^ | $/g;

/** What stands for a run, by its line breaks. */
const BREAKS = [' ', '\n', '\n\n'] as const;
