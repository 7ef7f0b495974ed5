import { messages } from './messages';
import type { ImportProblem, ImportProblemCode } from './outcome';

/** Where something stands. */
export type ProblemPlace = Pick<ImportProblem, 'file' | 'line' | 'field'>;

/** A problem with its message from the catalogue; what it is told depends on the code. */
export function problem<Code extends ImportProblemCode>(
  code: Code,
  place: ProblemPlace,
  ...details: Parameters<(typeof messages)[Code]>
): ImportProblem {
  // The compiler cannot see that the details belong to the message of the same code.
  const message = messages[code] as (...details: Parameters<(typeof messages)[Code]>) => string;
  return { code, ...place, message: message(...details) };
}

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
    super(problem.message);
  }
}
