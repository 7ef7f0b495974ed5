import { JsonDepthFailure, JsonSyntaxFailure, MAX_JSON_DEPTH, scanJson } from '../json-scan';
import { problem, type ProblemLog } from '../problem';
import { linesOf, type Line, type SourceText } from '../source';
import { DuplicateKeyFailure, parseStrict } from '../strict-json';
import { tooDeepField } from './json-depth';
import { kindOf } from './json-kind';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** One object of a JSON Lines file and the line that it stands in. */
export interface RecordLine {
  readonly record: JsonRecord;
  readonly line: Line;
}

/**
 * The objects of a JSON Lines file, whose large integers are texts (see {@link parseStrict}). A line that is no JSON object,
 * or has a key twice, is reported, and told to `onLost`.
 *
 * @param fields what an object should have, for the message
 * @throws {SourceFailure} as the source does
 */
export async function* recordsOf(
  source: SourceText,
  fields: string,
  log: ProblemLog,
  onLost: () => void,
): AsyncGenerator<readonly RecordLine[]> {
  let isEmpty = true;
  for await (const block of source.blocks()) {
    const records: RecordLine[] = [];
    for (const line of linesOf(block)) {
      isEmpty = false;
      const record = parseRecord(line, fields, source, log);
      if (record) records.push({ record, line });
      else onLost();
    }
    yield records;
  }
  if (!isEmpty) return;
  log.add(problem('empty-file', { file: source.path }));
  onLost();
}

function parseRecord(line: Line, fields: string, source: SourceText, log: ProblemLog): JsonRecord | null {
  const place = { file: source.path, line: line.number };
  try {
    const value = parseStrict(line.text);
    const field = tooDeepField(value, MAX_JSON_DEPTH);
    if (field !== null) log.add(problem('too-deep', field === '' ? place : { ...place, field }, MAX_JSON_DEPTH));
    else if (kindOf(value) === 'an object') return value as JsonRecord;
    else log.add(problem('wrong-shape', place, `an object with ${fields}`, kindOf(value)));
  } catch (error) {
    if (error instanceof DuplicateKeyFailure) {
      log.add(problem('duplicate-key', { ...place, field: error.path }, error.path));
      return null;
    }
    const failure = syntaxFailure(line.text, error);
    const { offset, expected, got } = failure;
    if (failure instanceof JsonDepthFailure) log.add(problem('too-deep', place, MAX_JSON_DEPTH));
    else log.add(problem('not-json', place, { expected, got, column: offset + 1 }, 'lines'));
  }
  return null;
}

/** Engines word and place errors differently, and some do not place them: the scanner does. */
function syntaxFailure(text: string, error: unknown): JsonSyntaxFailure {
  try {
    scanJson(text);
  } catch (failure) {
    if (failure instanceof JsonSyntaxFailure) return failure;
  }
  throw error;
}
