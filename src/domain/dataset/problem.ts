import type { IdFlaw, ImportData, ImportProblem, Kind } from './outcome';

const NUL = '\0';
const BYTE_ORDER_MARK = '\ufeff';
const ANY = /^\s|\s$|[\0\ufeff]/;

export function idFlaw(id: string): IdFlaw | null {
  if (!ANY.test(id)) return null;
  if (id.includes(NUL)) return 'NUL character';
  return id.includes(BYTE_ORDER_MARK) ? 'byte order mark' : 'white space';
}

const LISTED = 10;
const SHOWN_UNITS = 80;

export type ProblemPlace = Pick<ImportProblem, 'file' | 'line' | 'field'>;

export const problem = <Code extends keyof ImportData>(
  code: Code,
  place: ProblemPlace,
  ...data: ImportData[Code]
): ImportProblem => ({ code, ...place, data }) as unknown as ImportProblem;

export function placeName(place: ProblemPlace, seenFrom: ProblemPlace): string {
  const line = place.line === undefined ? [] : [`line ${place.line}`];
  return [...(place.file === seenFrom.file && line.length > 0 ? [] : [place.file]), ...line].join(', ');
}

/** Problems are listed up to here and then counted: nobody fixes more at a time, and a wrong file has one per line. */
const MAX_PROBLEMS = 50;

export class ProblemLog {
  readonly problems: ImportProblem[] = [];
  readonly warnings: ImportProblem[] = [];
  more = 0;

  add(found: ImportProblem): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(found);
    else this.more++;
  }

  warn(found: ImportProblem): void {
    this.warnings.push(found);
  }
}

/** What ends the reading of a source: its bytes are no text, or too many. */
export class SourceFailure extends Error {
  constructor(readonly problem: ImportProblem) {
    super(`${problem.code} ${JSON.stringify(problem.data)}`);
  }
}

/** An unreadable file is reported and the others are still read. @throws whatever is not about the file */
export async function guarded<T>(
  log: ProblemLog,
  read: () => Promise<T>,
  onLost: () => void = () => {},
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    log.add(error.problem);
    onLost();
    return undefined;
  }
}

/** Whether a text can be an id; reported where it cannot. */
export function isId(kind: Kind, id: string, place: ProblemPlace, log: ProblemLog): boolean {
  const flaw = idFlaw(id);
  if (id === '') log.add(problem('empty-id', place, kind));
  else if (flaw !== null) log.add(problem('bad-id', place, kind, id, flaw));
  return id !== '' && flaw === null;
}

export function quoted(text: string): string {
  const units = [...text.slice(0, SHOWN_UNITS + 1)];
  return text.length > SHOWN_UNITS ? `“${units.slice(0, -2).join('')}…”` : `“${text}”`;
}

export function listed(items: readonly string[]): string {
  const rest = items.length - LISTED;
  return rest > 0 ? `${items.slice(0, LISTED).join(', ')} and ${rest} more` : items.join(', ');
}

export function tooLarge(file: string, maxBytes: number): SourceFailure {
  const limit = mebibytes(maxBytes);
  return new SourceFailure(problem('too-large', { file }, `more than ${limit}`, limit));
}

export const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
