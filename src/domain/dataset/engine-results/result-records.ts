import { extensionOf } from '../../../base/paths';
import type { ProblemLog, ProblemPlace } from '../problem';
import { isMembers, type Members, parseJson, recordIn } from '../readers/json-records';
import { linesOf, wholeText, type SourceText } from '../source';
import { begunJson } from '../json';
import type { TimeSource } from '../outcome';
import { type EngineResults, givenName, type GivenName, pathTo, ListLog } from './list-log';

export interface EngineRecord {
  readonly body: Members;
  readonly name: GivenName;
  readonly at: string;
  readonly line: number | undefined;
}

const RESPONSE = 'response';

function begunRecords(head: string): Members[] {
  return begunObjects(head).map(bodyOf);
}

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

const bodyOf = (members: Members): Members => (isMembers(members[RESPONSE]) ? members[RESPONSE] : members);

/** Whether objects stand a line each: there are two, or one without a line break in a file that is named so. */
export function isJsonLines(head: string, path: string): boolean {
  const { value, end } = begunJson(head);
  if (!isMembers(value)) return false;
  if (end !== null && head.slice(end).trim() !== '') return true;
  const isOneLine = end === null || !head.slice(0, end).trimStart().includes('\n');
  return isOneLine && ['jsonl', 'ndjson'].includes(extensionOf(path));
}

/** Objects of a file: one, a list, or one a line. @param wanted fields that messages name @throws {SourceFailure} */
export async function* objectsIn(
  file: SourceText,
  wanted: readonly string[],
  log: ProblemLog,
): AsyncGenerator<{ readonly value: unknown; readonly at: string; readonly line: number | undefined }> {
  if (isJsonLines(await file.head(), file.path)) {
    for await (const block of file.blocks())
      for (const line of linesOf(block)) {
        const value = recordIn(line, wanted, file, log);
        if (value) yield { value, at: '', line: line.number };
      }
    return;
  }
  const whole = parseJson(await wholeText(file), file.path, log);
  if (Array.isArray(whole))
    for (const [i, value] of (whole as readonly unknown[]).entries()) yield { value, at: `[${i}]`, line: undefined };
  else if (whole !== undefined) yield { value: whole, at: '', line: undefined };
}

/** The same, each as a response with the question that stands beside it. What is no object is refused. */
export async function* resultRecords(
  file: SourceText,
  wanted: readonly string[],
  log: ProblemLog,
  refuse: (place: ProblemPlace, got: unknown) => void,
): AsyncGenerator<EngineRecord> {
  for await (const { value, at, line } of objectsIn(file, wanted, log)) {
    if (!isMembers(value)) {
      refuse({ file: file.path, ...(at !== '' && { field: at }) }, value);
      continue;
    }
    const carries = isMembers(value[RESPONSE]);
    const own = carries ? idBeside(value) : givenName(value);
    yield { body: bodyOf(value), name: own, at: carries ? pathTo(at, RESPONSE) : at, line };
  }
}

/** An object that carries a response may name its question by `id` or `text` too: there they can be of nothing else. */
function idBeside(value: Members): GivenName {
  const { id, text } = givenName(value);
  const other = givenName({ qid: value['id'], query: value['text'] });
  return { id: id ?? other.id, text: text ?? other.text };
}

export interface ResultFormat {
  recognises(file: SourceText): Promise<boolean>;
  /** Problems are in the log. @throws {SourceFailure} as the source does */
  read(file: SourceText, log: ProblemLog): Promise<Omit<EngineResults, 'format'>>;
}

interface JsonResponses {
  readonly time: TimeSource;
  readonly fields: readonly string[];
  isResponse(body: Members): boolean;
  read(record: EngineRecord, into: ListLog): void;
}

/** A format whose files are responses as JSON, one, a list, or one a line; each may stand in an object beside its question. */
export const jsonResponses = ({ time, fields, isResponse, read }: JsonResponses): ResultFormat => ({
  recognises: async (file) => {
    const head = await file.head();
    return /^\s*[[{]/.test(head) && begunRecords(head).slice(0, 2).some(isResponse);
  },

  async read(file, log) {
    const into = new ListLog(file.path, log);
    const refuse: Parameters<typeof resultRecords>[3] = (place, got) => into.refuse(place, { fields }, got);
    for await (const record of resultRecords(file, fields, log, refuse))
      if (isResponse(record.body)) read(record, into);
      else into.refuse(into.placeOf(record.at, record.line), { fields }, record.body);
    return { file: file.path, time, lists: into.lists, ratings: into.ratings };
  },
});
