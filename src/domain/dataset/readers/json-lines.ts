import { DuplicateKeyFailure, MAX_JSON_DEPTH, parseStrict, scanJson } from '../json';
import { problem, type ProblemLog } from '../problem';
import { linesOf, type Line, type SourceText } from '../source';
import { guardSyntax, kindOf, tooDeepField } from './json-document';

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface RecordLine {
  readonly record: JsonRecord;
  readonly line: Line;
}

/**
 * Objects of a JSON Lines file, large integers as texts (see {@link parseStrict}). A line that is no JSON object, or
 * repeats a key, is reported and calls `onLost`.
 *
 * @param fields what an object should have, for the message
 * @throws {SourceFailure} as the source does
 */
export async function* recordsOf(
  source: SourceText,
  fields: readonly string[],
  log: ProblemLog,
  onLost: () => void,
): AsyncGenerator<readonly RecordLine[]> {
  let isEmpty = true;
  for await (const block of source.blocks()) {
    const records: RecordLine[] = [];
    for (const line of linesOf(block)) {
      isEmpty = false;
      const record = recordIn(line, fields, source, log);
      if (record) records.push({ record, line });
      else onLost();
    }
    yield records;
  }
  if (!isEmpty) return;
  log.add(problem('empty-file', { file: source.path }));
  onLost();
}

/** The object of a line; null where it is none, which is reported. */
export function recordIn(
  line: Line,
  fields: readonly string[],
  source: SourceText,
  log: ProblemLog,
): JsonRecord | null {
  const place = { file: source.path, line: line.number };
  const value = guardSyntax(line.text, source.path, log, () => parseLine(line.text), line.number);
  if (value === undefined) return null;
  const field = tooDeepField(value, MAX_JSON_DEPTH);
  if (field !== null) log.add(problem('too-deep', field === '' ? place : { ...place, field }, MAX_JSON_DEPTH));
  else if (kindOf(value) === 'object') return value as JsonRecord;
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
