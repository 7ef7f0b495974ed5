import { problem, type ProblemLog } from '../problem';
import { SyntaxFailure } from '../json';
import { kindOf } from './json-document';
import { parseLiteral } from './list-literal';
import { asId, type DataRecord } from './records';

/** A field's list, also written out in a cell; null where absent; undefined where unreadable, which is reported. */
export function listIn(record: DataRecord, field: string, log: ProblemLog): readonly unknown[] | null | undefined {
  const place = record.place(field);
  try {
    const written = record.fields.get(field);
    const value = record.isText && typeof written === 'string' ? parsed(written) : written;
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value as readonly unknown[];
    log.add(problem('wrong-shape', place, 'list', kindOf(value)));
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    log.add(problem('bad-list', place, { expected: error.expected, got: error.got, column: error.offset + 1 }));
  }
  return undefined;
}

const parsed = (written: string): unknown => (written.trim() === '' ? null : parseLiteral(written));

/** The same for a list of texts, or of ids that may be numbers. */
export function textsIn(record: DataRecord, field: string, log: ProblemLog): readonly string[] | null | undefined {
  const list = listIn(record, field, log);
  if (!list) return list;
  const texts: string[] = [];
  for (const [i, item] of list.entries()) {
    const text = asId(item);
    if (text === null) {
      log.add(problem('wrong-shape', record.place(`${field}[${i}]`), 'text', kindOf(item)));
      return undefined;
    }
    texts.push(text);
  }
  return texts;
}
