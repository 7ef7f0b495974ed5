import { extensionOf } from '../../../base/paths';
import { jsonOr } from '../../../base/typed-json';
import type { ProblemLog } from '../problem';
import { isMembers, type Members, parseJson, recordIn } from '../readers/json-records';
import { linesOf, wholeText, type SourceText } from '../source';
import { begunJson } from '../json';
import type { EngineResults } from './list-log';

/** Of so many objects the beginning shows what a file is. */
const MAX_BEGUN = 50;

export function begunObjects(head: string): Members[] {
  const found: unknown[] = [];
  for (let at: number | null = 0; at !== null && found.length < MAX_BEGUN;) {
    const { value, end } = begunJson(head, at);
    if (Array.isArray(value)) return (value as readonly unknown[]).slice(0, MAX_BEGUN).filter(isMembers);
    if (value === undefined) break;
    found.push(value);
    at = end;
  }
  return found.filter(isMembers);
}

/** Whether objects stand a line each: there are two, or one without a line break in a file that is named so. */
export function isJsonLines(head: string, path: string): boolean {
  const { value, end } = begunJson(head);
  if (!isMembers(value)) return false;
  if (end !== null && head.slice(end).trim() !== '') return true;
  const isOneLine = end === null || !head.slice(0, end).trimStart().includes('\n');
  return isOneLine && ['jsonl', 'ndjson'].includes(extensionOf(path));
}

interface FoundObject {
  readonly value: unknown;
  readonly at: string;
  readonly line?: number;
}

/**
 * Objects of a file: one, a list, or one a line. @param wanted fields that messages name
 * @param isLog whether a key that is there twice may be lost, in a third of the time
 * @throws {SourceFailure} as the source does
 */
export async function* objectsIn(
  file: SourceText,
  wanted: readonly string[],
  log: ProblemLog,
  isLog = false,
): AsyncGenerator<readonly FoundObject[]> {
  if (!isJsonLines(await file.head(), file.path)) {
    const whole = parseJson(await wholeText(file), file.path, log);
    if (Array.isArray(whole)) yield whole.map((value: unknown, i) => ({ value, at: `[${i}]` }));
    else if (whole !== undefined) yield [{ value: whole, at: '' }];
    return;
  }
  for await (const block of file.blocks()) {
    const found: FoundObject[] = [];
    for (const line of linesOf(block)) {
      const value = (isLog ? parsedLine(line.text) : null) ?? recordIn(line, wanted, file, log);
      if (value) found.push({ value, at: '', line: line.number });
    }
    yield found;
  }
}

/** A number that may lose digits. */
const LONG_NUMBER = /[\s:,[]-?\d{16}/;

/** Null where the line has to be read with more care. */
function parsedLine(text: string): Members | null {
  const value = LONG_NUMBER.test(text) ? null : jsonOr(text, null);
  return isMembers(value) ? value : null;
}

export interface ResultFormat {
  recognises(file: SourceText): Promise<boolean>;
  /** Problems are in the log. @throws {SourceFailure} as the source does */
  read(file: SourceText, log: ProblemLog): Promise<Omit<EngineResults, 'format'>>;
}
