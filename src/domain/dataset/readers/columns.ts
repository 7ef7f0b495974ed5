import { problem, type ProblemPlace, type ProblemLog } from '../problem';
import { linesOf, type SourceText } from '../source';

const MAX = 8;
const LINE_FEED = 0x0a;

/** White space of C's `isspace`, which trec_eval splits at. A no-break space or U+3000 is a part of an id. */
const isBlank = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

const isTab = (unit: number): boolean => unit === 0x09 || unit === 0x0a || unit === 0x0d;

/** Holds offsets only, for files of millions of lines. @param isTabbed whether tabs alone separate columns */
export class TableColumns {
  count = 0;
  isComment = false;
  readonly #starts = new Uint32Array(MAX);
  readonly #ends = new Uint32Array(MAX);

  /** Whether an id may have what it must not have. */
  readonly hasFlaws: boolean;
  readonly #separates: (unit: number) => boolean;

  constructor(
    readonly text: string,
    isTabbed = false,
  ) {
    this.#separates = isTabbed ? isTab : isBlank;
    this.hasFlaws = text.includes('\0') || text.includes('\ufeff');
  }

  scan(from: number): number {
    const { text } = this;
    const separates = this.#separates;
    const length = text.length;
    let count = 0;
    let at = from;
    while (at < length) {
      let unit = text.charCodeAt(at);
      if (unit === LINE_FEED) break;
      if (separates(unit)) {
        at++;
        continue;
      }
      const start = at;
      do unit = ++at < length ? text.charCodeAt(at) : LINE_FEED;
      while (!separates(unit));
      if (count < MAX) {
        this.#starts[count] = start;
        this.#ends[count] = at;
      }
      count++;
    }
    this.count = count;
    this.isComment = count > 0 && text.charCodeAt(this.#starts[0]!) === 0x23;
    return at + 1;
  }

  start(column: number): number {
    return this.#starts[column]!;
  }

  end(column: number): number {
    return this.#ends[column]!;
  }

  get(column: number): string {
    return this.text.slice(this.#starts[column], this.#ends[column]);
  }

  is(column: number, text: string): boolean {
    const start = this.#starts[column]!;
    return this.#ends[column]! - start === text.length && this.text.startsWith(text, start);
  }
}

/** Of the first lines. */
const SAMPLED = 50;

/** Whether ids have blanks in them: each line has as many columns between tabs, and some have more between blanks. */
function isTabbed(head: string): boolean {
  const [tabbed, blank] = [true, false].map((byTabs) => sampled(head, byTabs).map(({ length }) => length));
  const width = tabbed![0] ?? 0;
  return width >= 3 && tabbed!.every((count) => count === width) && blank!.some((count) => count > width);
}

export const sampleColumns = (head: string): string[][] => sampled(head, isTabbed(head));

function sampled(head: string, byTabs: boolean): string[][] {
  // The head may end in the middle of a line.
  const cut = head.lastIndexOf('\n');
  const columns = new TableColumns(cut > 0 ? head.slice(0, cut) : head, byTabs);
  const lines: string[][] = [];
  for (let at = 0; at < columns.text.length && lines.length < SAMPLED;) {
    at = columns.scan(at);
    if (columns.count === 0 || columns.isComment) continue;
    const kept = Math.min(columns.count, MAX);
    lines.push(Array.from({ length: kept }, (_, i) => columns.get(i)));
  }
  return lines;
}

/** Visits lines; comments are counted. @returns whether there is one @throws {SourceFailure} as the source does */
export async function readColumns(
  source: SourceText,
  log: ProblemLog,
  visit: (columns: TableColumns, line: number) => void,
): Promise<boolean> {
  const file = source.path;
  const byTabs = isTabbed(await source.head());
  let [comments, lines] = [0, 0];
  for await (const { text, firstLine } of source.blocks()) {
    const columns = new TableColumns(text, byTabs);
    for (let at = 0, line = firstLine; at < text.length; line++) {
      at = columns.scan(at);
      if (columns.isComment) comments++;
      else if (columns.count > 0) {
        lines++;
        visit(columns, line);
      }
    }
  }
  if (comments > 0) log.warn(problem('passed-over', { file }, 'comments', comments));
  if (lines === 0) log.add(problem('empty-file', { file }));
  return lines > 0;
}

/** Lines of an id, a tab and a text, taken literally. @throws {SourceFailure} as the source does */
export async function readPairs(
  source: SourceText,
  log: ProblemLog,
  onLost: () => void,
  add: (id: string, text: string, place: ProblemPlace) => void,
): Promise<void> {
  let isEmpty = true;
  for await (const block of source.blocks())
    for (const line of linesOf(block)) {
      isEmpty = false;
      const place = { file: source.path, line: line.number };
      const columns = line.text.split('\t');
      if (columns.length === 2) add(columns[0]!, columns[1]!, place);
      else {
        log.add(problem('wrong-shape', place, 'pair', { tabs: columns.length }));
        onLost();
      }
    }
  if (!isEmpty) return;
  log.add(problem('empty-file', { file: source.path }));
  onLost();
}

export function looksLikePairs(head: string): boolean {
  for (const line of linesOf({ text: head, firstLine: 1 })) return line.text.split('\t').length === 2;
  return true;
}
