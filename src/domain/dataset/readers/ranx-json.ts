import { idFlaw, problem, type ProblemPlace, type ProblemLog } from '../problem';
import { scanJson, type JsonMember } from '../json';
import { LineCounter, wholeText, type SourceText } from '../source';
import type { Expected, JsonKind, Kind } from '../outcome';
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
  return new RanxReader(source.path, await wholeText(source), log, visitor).read();
}

class RanxReader {
  readonly #lines: LineCounter;
  readonly #asked = new Set<string>();
  #docs = new Set<string>();
  #isWhole = true;

  constructor(
    private readonly path: string,
    private readonly text: string,
    private readonly log: ProblemLog,
    private readonly visitor: RanxVisitor,
  ) {
    this.#lines = new LineCounter(text);
  }

  read(): boolean {
    const { path: file, log, text } = this;
    const outermost = guardSyntax(text, file, log, () =>
      scanJson(text, (member) => this.#visit(member, kindByFirst(text.charAt(member.valueAt)))),
    );
    if (!outermost) return false;
    const first = text.charAt(outermost.at);
    if (first === '{') return this.#isWhole;
    log.add(problem('wrong-shape', { file }, 'object', kindByFirst(first)));
    return false;
  }

  #visit(member: JsonMember, kind: JsonKind): void {
    const { depth, section, key, keyAt, valueAt, valueEnd } = member;
    if (depth === 1) {
      if (kind !== 'object') this.#refuse(member, 'numbers-by-document', kind);
      if (this.#asked.has(key)) this.#repeat(member);
      this.#checkId('question', member);
      this.#asked.add(key);
      this.#docs = new Set();
      this.visitor.question(key);
    } else if (this.#docs.has(key)) this.#repeat(member);
    else if (kind === 'number') {
      this.#docs.add(key);
      // A question that cannot be one is reported once, behind its documents.
      if (!this.#checkId('document', member) || idFlaw(section) !== null) return;
      const written = this.text.slice(valueAt, valueEnd);
      this.visitor.value(section, key, Number(written), written, this.#lines.at(keyAt).line);
    } else this.#refuse(member, 'number', kind);
  }

  #checkId(kind: Kind, member: JsonMember): boolean {
    const flaw = idFlaw(member.key);
    if (flaw === null) return true;
    this.log.add(problem('bad-id', this.#placeOf(member), kind, member.key, flaw));
    this.#isWhole = false;
    return false;
  }

  #refuse(member: JsonMember, expected: Expected, got: JsonKind): void {
    this.log.add(problem('wrong-shape', this.#placeOf(member), expected, got));
    this.#isWhole = false;
  }

  #repeat(member: JsonMember): void {
    this.log.add(problem('duplicate-key', this.#placeOf(member), member.key));
    this.#isWhole = false;
  }

  #placeOf({ depth, section, key, keyAt }: JsonMember): ProblemPlace {
    const { line } = this.#lines.at(keyAt);
    return depth === 1 ? { file: this.path, line, field: key } : ranxPlace(this.path, section, key, line);
  }
}
