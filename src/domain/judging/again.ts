import { hashText } from '../../base/hash';
import type { QueryId } from '../../base/types';
import { FIRST_ROUND, type JudgingAct } from './act';
import { placeKey, type JudgedPlace } from './places';

export interface AskedPlace {
  readonly query: QueryId;
  readonly place: JudgedPlace;
}

/**
 * Places that are judged again, of those that are judged: the first by a hash of collection, round and place. So which
 * they are does not depend on their grades, and they stay the same when a person goes on another day.
 */
export function sampleAgain<T extends AskedPlace>(
  judged: readonly T[],
  size: number,
  round: number,
  seed: string,
): T[] {
  const hashes = new Map(
    judged.map((each) => [each, hashText(JSON.stringify([seed, round, each.query, placeKey(each.place)]))]),
  );
  return [...judged].sort((a, b) => (hashes.get(a)! < hashes.get(b)! ? -1 : 1)).slice(0, size);
}

/**
 * The round in which is judged again: the last one where fewer than `size` places were judged in it, else the next.
 */
export function roundToJudge(acts: readonly JudgingAct[], size: number): number {
  const last = acts.reduce((most, { round }) => Math.max(most, round), FIRST_ROUND);
  if (last === FIRST_ROUND) return FIRST_ROUND + 1;
  return judgedIn(acts, last).size < size ? last : last + 1;
}

/** Keys of what has a grade in a round. */
export function judgedIn(acts: readonly JudgingAct[], round: number): ReadonlySet<string> {
  const judged = new Set<string>();
  for (const act of acts)
    if (act.round === round) {
      const key = askedKey({ query: act.query, place: act });
      if (act.grade === null) judged.delete(key);
      else judged.add(key);
    }
  return judged;
}

export const askedKey = ({ query, place }: AskedPlace): string => JSON.stringify([query, placeKey(place)]);
