import { problem, type ProblemLog } from '../problem';
import { kindOf } from './json-document';
import { type DataRecord, fieldIn } from './records';

/** Fields that mark a question as without an answer: true, but for `answerable`. SQuAD 2 has `is_impossible`. */
const FIELDS = ['unanswerable', 'no_answer', 'is_impossible', 'answerable'] as const;

const MARKS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
  '': false,
};

/** Whether a row marks its question as without an answer; what is neither yes nor no is reported. */
export function unanswerableIn(record: DataRecord, log: ProblemLog): boolean {
  const field = fieldIn(record, FIELDS);
  const value = field === undefined ? null : (record.fields.get(field) ?? null);
  if (field === undefined || value === null) return false;
  const written = ['string', 'number', 'boolean'].includes(typeof value) ? String(value as string) : null;
  const text = written?.trim().toLowerCase();
  const mark = text === undefined ? undefined : MARKS[text];
  if (mark === undefined) log.add(problem('bad-mark', record.place(field), written ?? { kind: kindOf(value) }));
  // An empty cell says nothing.
  return text !== '' && mark !== undefined && mark !== (field === 'answerable');
}
