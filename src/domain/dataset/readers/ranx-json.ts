import { idFlaw, problem, type ProblemPlace, type ProblemLog } from '../problem';
import { scanJson, type JsonMember } from '../json';
import { LineCounter, wholeText, type SourceText } from '../source';
import type { ImportProblem, Kind } from '../outcome';
import { guardSyntax, kindByFirst } from './json-records';
import { nameSays } from './grade';

const STRING = String.raw`"(?:[^"\\]|\\.){0,1000}"`;
const BEGINNING = new RegExp(String.raw`^\s*\{\s*(${STRING})\s*:\s*\{\s*(?:\}|(${STRING})\s*:\s*[-+\d.NI])`);
const PANDAS_COLUMNS = /^"(?:qid|query|doc_id|contents|metadata|retrieval_gt|generation_gt|user_input|question)"$/;
const LLAMAINDEX = /^"(?:queries|corpus|relevant_docs)"$/;
const NUMBERS = /"\s*:\s*(-?\d[\d.eE+-]*)\s*(?=[,}])/g;

export interface RanxVisitor {
  question(id: string): void;
  value(question: string, doc: string, value: number, written: string, line: number): void;
}

export const ranxPlace = (file: string, question: string, doc: string, line: number): ProblemPlace => ({
  file,
  line,
  field: `${question}.${JSON.stringify(doc)}`,
});

/** Judgments and runs of ranx share a shape: the file name tells them apart, else judgments are whole numbers. */
export function ranxKind(head: string, path: string): 'run' | 'judgments' | null {
  const [, first, second] = BEGINNING.exec(head) ?? [];
  if (first === undefined || (second === '"0"' && PANDAS_COLUMNS.test(first))) return null;
  if (second === undefined && LLAMAINDEX.test(first)) return null;
  const byName = nameSays(path);
  if (byName !== null) return byName;
  const numbers = [...head.matchAll(NUMBERS)].map(([, number]) => number!);
  return numbers.length > 0 && numbers.every((number) => /^-?\d+(?:\.0*)?$/.test(number)) ? 'judgments' : 'run';
}

/** @returns false if something could not be read, which has been reported @throws {SourceFailure} as the source does */
export async function readRanx(source: SourceText, log: ProblemLog, visitor: RanxVisitor): Promise<boolean> {
  const { path: file } = source;
  const text = await wholeText(source);
  const lines = new LineCounter(text);
  const asked = new Set<string>();
  let docs = new Set<string>();
  let isWhole = true;
  const refuse = (found: ImportProblem): void => {
    log.add(found);
    isWhole = false;
  };
  const placeOf = ({ depth, section, key, keyAt }: JsonMember): ProblemPlace => {
    const { line } = lines.at(keyAt);
    return depth === 1 ? { file, line, field: key } : ranxPlace(file, section, key, line);
  };
  const hasId = (member: JsonMember, kind: Kind): boolean => {
    const flaw = idFlaw(member.key);
    if (flaw !== null) refuse(problem('bad-id', placeOf(member), kind, member.key, flaw));
    return flaw === null;
  };
  const visit = (member: JsonMember): void => {
    const { depth, section, key, keyAt, valueAt, valueEnd } = member;
    const kind = kindByFirst(text.charAt(valueAt));
    if (depth === 1) {
      if (kind !== 'object') refuse(problem('wrong-shape', placeOf(member), 'numbers-by-document', kind));
      if (asked.has(key)) refuse(problem('duplicate-key', placeOf(member), key));
      hasId(member, 'question');
      asked.add(key);
      docs = new Set();
      visitor.question(key);
    } else if (docs.has(key)) refuse(problem('duplicate-key', placeOf(member), key));
    else if (kind === 'number') {
      docs.add(key);
      // A question that cannot be one is reported once, behind its documents.
      if (!hasId(member, 'document') || idFlaw(section) !== null) return;
      const written = text.slice(valueAt, valueEnd);
      visitor.value(section, key, Number(written), written, lines.at(keyAt).line);
    } else refuse(problem('wrong-shape', placeOf(member), 'number', kind));
  };
  const outermost = guardSyntax(text, file, log, () => scanJson(text, visit));
  if (!outermost) return false;
  const first = kindByFirst(text.charAt(outermost.at));
  if (first !== 'object') refuse(problem('wrong-shape', { file }, 'object', first));
  return isWhole;
}
