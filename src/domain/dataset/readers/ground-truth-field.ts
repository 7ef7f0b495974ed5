import { isBlankTruth } from '../ground-truth-texts';
import { problem, type ProblemLog } from '../problem';
import { kindOf } from './json-document';
import { textsIn } from './list-field';
import { looksLikeList } from './list-literal';
import type { DataRecord } from './records';

/** Names under which passages that answer a question are given as texts. */
export const GROUND_TRUTH_FIELDS = [
  'ground_truth_texts',
  'ground_truth_contexts',
  'ground_truths',
  'ground_truth',
  'reference_contexts',
] as const;

export const groundTruthFieldOf = (names: { has(name: string): boolean }): string | undefined =>
  GROUND_TRUTH_FIELDS.find((name) => names.has(name));

/**
 * One text or a list of texts. Missing or empty text is no ground truth; white space alone, or an empty text in a list,
 * is refused: a need that no passage can meet.
 *
 * @returns null where it cannot be read, which has been reported
 */
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
