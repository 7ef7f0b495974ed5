import { isBlankTruth } from '../ground-truth-texts';
import { problem, type ProblemLog } from '../problem';
import { kindOf } from './json-records';
import { textsIn, looksLikeList } from './lists';
import { type DataRecord, fieldIn } from './records';

export const GROUND_TRUTH_FIELDS = [
  'ground_truth_texts',
  'ground_truth_contexts',
  'ground_truths',
  'ground_truth',
  'reference_contexts',
] as const;

export const groundTruthFieldOf = (names: { has(name: string): boolean }): string | undefined =>
  GROUND_TRUTH_FIELDS.find((name) => names.has(name));

/** A blank text is refused: a need that no passage can meet. @returns null where it cannot be read, which is logged */
export function groundTruthIn(record: DataRecord, field: string, log: ProblemLog): readonly string[] | null {
  const value = record.fields.get(field);
  if (value === null || value === undefined || value === '') return [];
  const isList = Array.isArray(value) || (record.isText && typeof value === 'string' && looksLikeList(value));
  if (!isList && typeof value !== 'string') {
    log.add(problem('wrong-shape', record.place(field), 'text-or-texts', kindOf(value)));
    return null;
  }
  const texts = isList ? textsIn(record, field, log) : [value as string];
  const blank = texts?.findIndex(isBlankTruth) ?? -1;
  if (blank === -1) return texts ?? null;
  log.add(problem('empty-truth', record.place(isList ? `${field}[${blank}]` : field)));
  return null;
}

const EXCLUDED = 'excluded_ids';

/** Documents to leave out of the results, as BRIGHT has them, which writes `N/A` where there are none. */
export function excludedIn(record: DataRecord, log: ProblemLog): readonly string[] {
  return record.fields.has(EXCLUDED) ? (textsIn(record, EXCLUDED, log) ?? []).filter((id) => id !== 'N/A') : [];
}

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
