import { tally } from '../../../base/containers';
import type { PdfLine } from './pdf-columns';

/** Lines at the top and at the foot of a page that may be running heads, page numbers and the like. */
const EDGE = 3;
/** The gap between them and the text, in sizes: lines of one paragraph are nearer. */
const GAP = 1.8;
/** Pages that must have such a line, and the share of all of them. */
const MIN_REPEATS = 3;
const MIN_SHARE = 1 / 4;

/** Lines of running heads and feet: the same at the same height of several pages, page numbers apart. */
export function runningLines(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
  const sizes = Float64Array.from(pages.flat(), ({ size }) => size).sort();
  const largest = TITLE_SIZE * sizes[Math.floor(sizes.length / 2)]!;
  const edges = pages.map((lines, page) =>
    edgesOf(lines)
      .filter(({ text, size }) => /[\p{L}\p{N}]/u.test(text) && size <= largest)
      .map((line) => ({ line, keys: keysOf(line, page) })),
  );
  const counts = tally(edges.flatMap((lines) => [...new Set(lines.flatMap(({ keys }) => keys))]));
  const least = Math.max(MIN_REPEATS, pages.length * MIN_SHARE);
  const isRunning = ({ keys }: { keys: readonly string[] }): boolean => keys.some((key) => counts.get(key)! >= least);
  return new Set(edges.flatMap((lines) => lines.filter(isRunning).map(({ line }) => line)));
}

/** Titles of pages, which may repeat or be counted too, are larger than the text. */
const TITLE_SIZE = 1.1;

function edgesOf(lines: readonly PdfLine[]): readonly PdfLine[] {
  const sorted = lines.toSorted((a, b) => a.down - b.down);
  return [...apart(sorted), ...apart(sorted.toReversed())];
}

/** The first lines up to a gap. */
function apart(lines: readonly PdfLine[]): readonly PdfLine[] {
  const last = lines.findIndex(({ down, size }, i) => Math.abs((lines[i + 1]?.down ?? down) - down) > GAP * size);
  return last < EDGE ? lines.slice(0, last + 1) : [];
}

/** As it is written, and with its first and its last number as it differs from that of the page: “Page 3 of 12”. */
function keysOf({ text, down, direction }: PdfLine, page: number): string[] {
  const numbers = [...text.matchAll(/\d+/g)];
  const counted = [numbers[0], numbers.at(-1)].flatMap((number) => {
    if (!number) return [];
    const [written] = number;
    return `${text.slice(0, number.index)}\0${Number(written) - page}\0${text.slice(number.index + written.length)}`;
  });
  return [text, ...counted].map((each) => `${direction} ${Math.round(down)} ${each}`);
}
