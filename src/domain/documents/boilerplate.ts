import { valueOf } from '../../base/containers';
import type { Doc, Span } from '../../base/types';
import { Edited, type Edit, folded } from './edits';

export interface RepeatedLine {
  /** By which lines count as the same: {@link lineKey}. */
  readonly key: string;
  readonly text: string;
  readonly count: number;
}

/** Lines at the beginning and at the end of a file or page that may be headers and footers. Empty lines are not counted. */
const EDGE = 3;
/** Files that must have a line, and the share of all of them. */
const MIN_REPEATS = 3;
const MIN_SHARE = 1 / 4;

/** A line without case, white space and numbers: `Page 3 of 10` is `Page 4 of 10`. */
export const lineKey = (line: string): string => folded(line).text.replace(/\p{N}+/gu, '#');

type BoilerplateSource = Pick<Doc, 'text' | 'outline'>;

/** Lines in the first or last three of a page in a quarter of all files; at least three. */
export function repeatedLines(files: readonly BoilerplateSource[]): RepeatedLine[] {
  const seen = new Set<string>();
  const lines = new Map<string, { text: string; count: number }>();
  for (const { text, outline } of files) {
    if (seen.has(text)) continue;
    seen.add(text);
    const own = new Set<string>();
    for (const line of pagesOf(text, outline?.pages).flatMap((page) => edgesOf(linesOf(text, page)))) {
      const key = keyOf(text, line);
      const known = valueOf(lines, key, () => ({ text: text.slice(line.start, line.end).trim(), count: 0 }));
      if (!own.has(key)) known.count++;
      own.add(key);
    }
  }
  const least = Math.max(MIN_REPEATS, seen.size * MIN_SHARE);
  return [...lines]
    .map(([key, line]) => ({ key, ...line }))
    .filter(({ count }) => count >= least)
    .sort((a, b) => b.count - a.count);
}

/** Takes repeated lines at the edges of pages out. @param keys of lines across files */
export function boilerplateEdits({ text, outline }: BoilerplateSource, keys: ReadonlySet<string>): Edit[] {
  const edits = pagesOf(text, outline?.pages).flatMap((page) => {
    const lines = linesOf(text, page);
    const taken = takenFrom(text, lines, keys);
    const body = lines.find((line) => !taken.has(line))?.start ?? page.end;
    return lines.flatMap((line, i) => {
      if (!taken.has(line)) return [];
      // Above the body empty lines go too: they were there for the header.
      const end = line.start < body ? (lines[i + 1]?.start ?? page.end) : withBreak(text, line, page);
      return [{ start: line.start, end, text: '' }];
    });
  });
  return new Edited(text, edits).text.trim() === '' ? [] : edits;
}

/** Lines that differ only in numbers stay if several are there: they are rows of a log or a table. */
function takenFrom(text: string, lines: readonly Span[], keys: ReadonlySet<string>): ReadonlySet<Span> {
  const asRepeated = atEdges(lines, (line) => keys.has(keyOf(text, line)));
  const written = new Map<string, Set<string>>();
  for (const line of asRepeated) {
    const key = keyOf(text, line);
    written.set(key, (written.get(key) ?? new Set()).add(text.slice(line.start, line.end).trim()));
  }
  return atEdges(lines, (line) => written.get(keyOf(text, line))?.size === 1);
}

function atEdges(lines: readonly Span[], has: (line: Span) => boolean): ReadonlySet<Span> {
  const found = new Set<Span>();
  for (const outermostFirst of [lines, lines.toReversed()]) {
    let others = 0;
    for (const line of outermostFirst)
      if (has(line)) found.add(line);
      else if (++others === EDGE) break;
  }
  return found;
}

function pagesOf(text: string, starts: readonly number[] = []): Span[] {
  const cuts = [0, ...starts.filter((start) => start > 0 && start < text.length), text.length];
  return cuts.slice(1).map((end, i) => ({ start: cuts[i]!, end }));
}

function linesOf(text: string, { start, end }: Span): Span[] {
  const lines: Span[] = [];
  for (let from = start; from < end;) {
    const at = text.indexOf('\n', from);
    const to = at < 0 || at > end ? end : at;
    if (text.slice(from, to).trim() !== '') lines.push({ start: from, end: to });
    from = to + 1;
  }
  return lines;
}

const edgesOf = <T>(lines: readonly T[]): T[] => [...new Set([...lines.slice(0, EDGE), ...lines.slice(-EDGE)])];

const keyOf = (text: string, { start, end }: Span): string => lineKey(text.slice(start, end));

/** A line goes with the break behind it. Where there is none on its page, nothing else goes: pages are not joined. */
const withBreak = (text: string, { end }: Span, page: Span) => (end < page.end && text[end] === '\n' ? end + 1 : end);
