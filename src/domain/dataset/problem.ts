import type { ImportData, ImportProblem } from './outcome';

const LISTED = 10;
const SHOWN_UNITS = 80;

/** Where something stands. */
export type ProblemPlace = Pick<ImportProblem, 'file' | 'line' | 'field'>;

/** A problem at a place; what it is told depends on the code. */
export const problem = <Code extends keyof ImportData>(
  code: Code,
  place: ProblemPlace,
  ...data: ImportData[Code]
): ImportProblem =>
  // The compiler cannot see that the data belong to the code.
  ({ code, ...place, data }) as unknown as ImportProblem;

/** `line 3`, or `corpus.jsonl, line 3` where it is another file than the one that the reader looks at. */
export function placeName(place: ProblemPlace, seenFrom: ProblemPlace): string {
  const line = place.line === undefined ? [] : [`line ${place.line}`];
  return [...(place.file === seenFrom.file && line.length > 0 ? [] : [place.file]), ...line].join(', ');
}

/** Problems are listed up to here and then counted: nobody mends more at a time, and a wrong file has one a line. */
export const MAX_PROBLEMS = 50;

/** All that went wrong in one import, and all that was passed over. */
export class ProblemLog {
  readonly problems: ImportProblem[] = [];
  readonly warnings: ImportProblem[] = [];
  /** Problems beyond those listed. */
  more = 0;

  add(found: ImportProblem): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(found);
    else this.more++;
  }

  warn(found: ImportProblem): void {
    this.warnings.push(found);
  }
}

/** What a source cannot go on from: its bytes are not text, or are too many. Caught where the source is read. */
export class SourceFailure extends Error {
  constructor(readonly problem: ImportProblem) {
    super(`${problem.code} ${JSON.stringify(problem.data)}`);
  }
}

/** An id or a value between quotes, cut where it is long. */
export function quoted(text: string): string {
  const units = [...text.slice(0, SHOWN_UNITS + 1)];
  return text.length > SHOWN_UNITS ? `“${units.slice(0, -2).join('')}…”` : `“${text}”`;
}

/** The first few of a list; the others are counted. */
export function listed(items: readonly string[]): string {
  const rest = items.length - LISTED;
  return rest > 0 ? `${items.slice(0, LISTED).join(', ')} and ${rest} more` : items.join(', ');
}

export const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
