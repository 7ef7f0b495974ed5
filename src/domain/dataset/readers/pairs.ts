import { problem, type ProblemPlace, type ProblemLog } from '../problem';
import { linesOf, type SourceText } from '../source';

/**
 * Reads lines of an id, a tab and a text, taken literally: no header, quotes or escapes.
 *
 * @param onLost called where some of it could not be read, which has been reported
 * @throws {SourceFailure} as the source does
 */
export async function readPairs(
  source: SourceText,
  log: ProblemLog,
  onLost: () => void,
  add: (id: string, text: string, place: ProblemPlace) => void,
): Promise<void> {
  let isEmpty = true;
  for await (const block of source.blocks())
    for (const line of linesOf(block)) {
      isEmpty = false;
      const place = { file: source.path, line: line.number };
      const columns = line.text.split('\t');
      if (columns.length === 2) add(columns[0]!, columns[1]!, place);
      else {
        log.add(problem('wrong-shape', place, 'pair', { tabs: columns.length }));
        onLost();
      }
    }
  if (!isEmpty) return;
  log.add(problem('empty-file', { file: source.path }));
  onLost();
}

/** Whether the first line is such a pair, or there is none. */
export function looksLikePairs(head: string): boolean {
  for (const line of linesOf({ text: head, firstLine: 1 })) return line.text.split('\t').length === 2;
  return true;
}
