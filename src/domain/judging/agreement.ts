import { hashText } from '../../base/hash';
import type { Judgment, QueryId } from '../../base/types';
import { cohensKappa, type Kappa } from '../statistics/kappa';
import { FIRST_ROUND, type JudgingAct } from './act';
import { judgedKey, type JudgedPlace, placeKey } from './places';

export interface AskedPlace {
  readonly query: QueryId;
  readonly place: JudgedPlace;
}

/**
 * Judged places to judge again: the first by a hash of collection, round and place, so that the sample does not depend
 * on grades and stays the same on another day.
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

/** The round of judging again: the last one where fewer than `size` places were judged in it, else the next. */
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

/** A place that was judged twice. */
export interface TwiceJudged {
  readonly act: JudgingAct;
  readonly first: number;
  readonly second: number;
}

/**
 * Places judged twice: each later round with the judgment that stood then, so that later corrections do not raise
 * agreement. Of two acts of a round on a place the last counts.
 *
 * @param acts all, in order
 * @param judgments current ones: the first judgment where no act has it, as for imported judgments
 */
export function judgedTwice(acts: readonly JudgingAct[], judgments: readonly Judgment[]): TwiceJudged[] {
  const acted = new Set(acts.filter(({ round }) => round === FIRST_ROUND).map(keyOf));
  const current = new Map<string, number | null>();
  for (const judgment of judgments) {
    const key = JSON.stringify([judgment.query, judgedKey(judgment)]);
    if (!acted.has(key)) current.set(key, judgment.grade);
  }
  const pairs = new Map<string, TwiceJudged | null>();
  for (const act of acts) {
    const key = keyOf(act);
    if (act.round === FIRST_ROUND) current.set(key, act.grade);
    else {
      const [first, second] = [current.get(key) ?? null, act.grade];
      pairs.set(`${act.round} ${key}`, first === null || second === null ? null : { act, first, second });
    }
  }
  return [...pairs.values()].filter((pair) => pair !== null);
}

/** On the scale up to the highest grade given. */
export function agreementOf(pairs: readonly TwiceJudged[]): Kappa {
  // A negative grade stands for unjudged in trec_eval, and is on no scale.
  const graded = pairs.filter(({ first, second }) => first >= 0 && second >= 0);
  const highest = graded.reduce((most, { first, second }) => Math.max(most, first, second), 0);
  return cohensKappa(
    graded.map(({ first, second }) => [first, second] as const),
    highest + 1,
  );
}

const keyOf = (act: JudgingAct): string => JSON.stringify([act.query, placeKey(act)]);
