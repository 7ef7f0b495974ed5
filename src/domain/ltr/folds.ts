import { compareBytes } from '../run/order';
import type { QueryId } from '../../base/types';
import { mixed } from '../statistics/random';

/** Positions of questions in an order that a seed and their ids alone decide: by a hash of both, then by id. */
export function seededOrder(questions: readonly QueryId[], seed: number): number[] {
  const hashes = questions.map((question) => hash(question, seed));
  return questions
    .map((_, i) => i)
    .sort((a, b) => hashes[a]! - hashes[b]! || compareBytes(questions[a]!, questions[b]!));
}

/** Sizes differ by one at most. @throws {RangeError} for fewer than two folds, too few questions, or one twice */
export function foldsOf(questions: readonly QueryId[], folds: number, seed: number): Int32Array {
  if (!Number.isInteger(folds) || folds < 2) throw new RangeError(`${folds} folds: at least two are needed`);
  if (questions.length < folds) throw new RangeError(`${folds} folds need as many questions, not ${questions.length}`);
  if (new Set(questions).size !== questions.length) throw new RangeError('a question is there twice');
  const fold = new Int32Array(questions.length);
  seededOrder(questions, seed).forEach((question, place) => (fold[question] = place % folds));
  return fold;
}

/** FNV-1a over the UTF-16 units, begun with the seed, with the last mixing of MurmurHash3: ids often differ in one digit. */
function hash(text: string, seed: number): number {
  let h = mixed(seed ^ 0x811c9dc5);
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mixed(h);
}
