import { JsonDepthFailure, JsonSyntaxFailure, MAX_JSON_DEPTH, scanJson } from '../json-scan';
import { LineCounter } from '../line-counter';
import { problem, type ProblemLog } from '../problem';
import { DuplicateKeyFailure, parseStrict } from '../strict-json';

/**
 * A whole JSON text as a value, whose large integers are texts (see {@link parseStrict}).
 *
 * @returns undefined where it is no JSON, which is reported with its line
 */
export function parseJson(text: string, file: string, log: ProblemLog): unknown {
  return guardSyntax(text, file, log, () => {
    // The scanner tells where an error is, and refuses what is nested too deep for any stack.
    scanJson(text);
    return parseStrict(text);
  });
}

/**
 * What a function makes of a JSON text.
 *
 * @returns undefined where the function meets what is no JSON, or a key twice, which is reported with its line
 * @throws whatever else the function throws
 */
export function guardSyntax<T>(text: string, file: string, log: ProblemLog, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DuplicateKeyFailure) {
      const { line } = new LineCounter(text).at(error.offset);
      log.add(problem('duplicate-key', { file, line, field: error.path }, error.path));
      return undefined;
    }
    if (!(error instanceof JsonSyntaxFailure)) throw error;
    const { line, column } = new LineCounter(text).at(error.offset);
    const { expected, got } = error;
    if (error instanceof JsonDepthFailure) log.add(problem('too-deep', { file, line }, MAX_JSON_DEPTH));
    else log.add(problem('not-json', { file, line }, { expected, got, column }, 'file'));
    return undefined;
  }
}
