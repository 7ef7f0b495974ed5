import { isDeeperThan, MAX_JSON_DEPTH } from '../../../base/typed-json';
import { DuplicateKeyFailure, JsonDepthFailure, parseStrict, scanJson, SyntaxFailure } from '../json';
import { LineCounter, linesOf, type Line, type SourceText } from '../source';
import type { JsonKind } from '../outcome';
import { problem, type ProblemLog } from '../problem';

/** Large integers are texts (see {@link parseStrict}); undefined where invalid, reported with its line. */
export const parseJson = (text: string, file: string, log: ProblemLog): unknown =>
  guardSyntax(text, file, log, () => {
    scanJson(text);
    return parseStrict(text);
  });

/** Undefined where `read` hits invalid JSON or a repeated key, which is reported. @throws what else `read` throws */
export function guardSyntax<T>(
  text: string,
  file: string,
  log: ProblemLog,
  read: () => T,
  lineOfFile?: number,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DuplicateKeyFailure || error instanceof SyntaxFailure)) throw error;
    const { line: own, column } = new LineCounter(text).at(error.offset);
    const place = { file, line: lineOfFile ?? own };
    if (error instanceof DuplicateKeyFailure)
      log.add(problem('duplicate-key', { ...place, field: error.path }, error.path));
    else if (error instanceof JsonDepthFailure) log.add(problem('too-deep', place, MAX_JSON_DEPTH));
    else {
      const { expected, got } = error;
      log.add(problem('not-json', place, { expected, got, column }, lineOfFile === undefined ? 'file' : 'lines'));
    }
    return undefined;
  }
}

export function kindOf(value: unknown): JsonKind {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : 'huge-number';
  return 'boolean';
}

const kindsByFirst: Readonly<Record<string, JsonKind>> = {
  '{': 'object',
  '[': 'list',
  '"': 'text',
  n: 'null',
  t: 'boolean',
  f: 'boolean',
};

export const kindByFirst = (first: string): JsonKind => kindsByFirst[first] ?? 'number';

/** Path of a field nested more than `most` deep, as `metadata.tags`; empty without fields. */
export function tooDeepField(value: unknown, most: number): string | null {
  if (!isDeeperThan(value, most)) return null;
  const path: string[] = [];
  // Two names say where it is; more would only repeat the nesting.
  for (let [inner, left] = [value, most]; path.length < 2; left--) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) break;
    const found = Object.entries(inner as object).find(([, each]) => isDeeperThan(each, left - 1));
    if (!found) break;
    path.push(found[0]);
    inner = found[1];
  }
  return path.join('.');
}

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members => kindOf(value) === 'object';

export const memberOf = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isMembers(inner) ? inner[name] : undefined), value);

export interface RecordLine {
  readonly record: Members;
  readonly line: number;
}

/** A line that is no object, or repeats a key, is reported. @throws {SourceFailure} as the source does */
export async function* recordsOf(
  source: SourceText,
  fields: readonly string[],
  log: ProblemLog,
  onLost: () => void,
): AsyncGenerator<readonly RecordLine[]> {
  let isEmpty = true;
  for await (const block of source.blocks()) {
    const records: RecordLine[] = [];
    const keep = (record: Members | null, line: number): void => {
      isEmpty = false;
      if (record) records.push({ record, line });
      else onLost();
    };
    const { firstLine } = block;
    if (!block.records) for (const line of linesOf(block)) keep(recordIn(line, fields, source, log), line.number);
    else
      for (const [i, each] of block.records.entries())
        keep(objectIn(each, firstLine + i, fields, source, log), firstLine + i);
    yield records;
  }
  if (!isEmpty) return;
  log.add(problem('empty-file', { file: source.path }));
  onLost();
}

export function recordIn(line: Line, fields: readonly string[], source: SourceText, log: ProblemLog): Members | null {
  const value = guardSyntax(line.text, source.path, log, () => parseLine(line.text), line.number);
  return value === undefined ? null : objectIn(value, line.number, fields, source, log);
}

function objectIn(
  value: unknown,
  line: number,
  fields: readonly string[],
  { path: file }: SourceText,
  log: ProblemLog,
): Members | null {
  const place = { file, line };
  const field = tooDeepField(value, MAX_JSON_DEPTH);
  if (field !== null) log.add(problem('too-deep', field === '' ? place : { ...place, field }, MAX_JSON_DEPTH));
  else if (kindOf(value) === 'object') return value as Members;
  else log.add(problem('wrong-shape', place, { fields }, kindOf(value)));
  return null;
}

function parseLine(text: string): unknown {
  try {
    return parseStrict(text);
  } catch (error) {
    // Engines word errors differently and may give no position: the scanner does.
    if (!(error instanceof DuplicateKeyFailure)) scanJson(text);
    throw error;
  }
}
