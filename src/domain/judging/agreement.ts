import { cohensKappa, type Kappa } from '../statistics/kappa';
import type { Judgment } from '../../base/types';
import { FIRST_ROUND, type JudgingAct } from './act';
import { judgedKey, placeKey } from './places';

/** A place that was judged twice. */
export interface TwiceJudged {
  /** The later act. */
  readonly act: JudgingAct;
  readonly first: number;
  readonly second: number;
}

/**
 * What was judged twice: each later round on a place with the judgment that stood when it was judged again. A judgment
 * that is corrected afterwards does not agree the better for it. Of two acts of a round on a place the last counts.
 *
 * @param acts all, in the order in which they were made
 * @param judgments those of now: they say what was judged first where no act does, as of imported judgments
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

/** Agreement of the two judgings, on the scale that goes up to the highest grade given. */
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
