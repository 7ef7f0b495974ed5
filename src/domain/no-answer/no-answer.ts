import type { QueryId } from '../../base/types';
import type { Threshold } from '../lab/threshold';
import { foldsOf } from '../ltr/folds';
import { type Area, areaWithInterval, drawCounts } from '../statistics/auc';
import { quantileOfSorted } from '../statistics/quantile';
import { Random } from '../statistics/random';
import type { Interval } from '../statistics/types';
import {
  balancedAccuracy,
  bestRefusal,
  type FirstScores,
  isRefusedAt,
  refusalCurve,
  type RefusalPoint,
  type Refusals,
} from './refusals';

export interface NoAnswerInput {
  readonly answerable: readonly QueryId[];
  readonly unanswerable: readonly QueryId[];
  readonly systems: readonly (FirstScores & { readonly id: string })[];
  readonly seed: number;
  readonly resamples: number;
}

export interface HeldOutRefusals extends Refusals {
  /** .5 for a system that always answers, and for one that never does. */
  readonly balanced: number;
  /** 95 % percentile bootstrap over questions, of either kind apart. */
  readonly ci95: Interval;
  readonly byFold: readonly Threshold[];
}

export interface SystemRefusals {
  readonly system: string;
  /** That the first score of an answerable question is higher than that of an unanswerable one. */
  readonly area: Area;
  /** Null where a kind has fewer questions than folds. */
  readonly heldOut: HeldOutRefusals | null;
  /** Chosen on all questions: to be used elsewhere, and optimistic here. */
  readonly chosen: Threshold;
  readonly curve: readonly RefusalPoint[];
}

export interface NoAnswerReport {
  readonly answerable: number;
  readonly unanswerable: number;
  readonly systems: readonly SystemRefusals[];
}

const REFUSAL_FOLDS = 5;
const POINTS = 101;
const TAIL = 0.025;

/** How well the first scores of systems tell questions without an answer from those with one. */
export function readNoAnswer(input: NoAnswerInput): NoAnswerReport {
  const { answerable, unanswerable, systems, seed, resamples } = input;
  const kinds = [...answerable.map(() => true), ...unanswerable.map(() => false)];
  const isEnough = Math.min(answerable.length, unanswerable.length) >= REFUSAL_FOLDS;
  // Either kind is dealt by itself, so that every fold has both.
  const folds = isEnough
    ? Int32Array.from([answerable, unanswerable].flatMap((ids) => [...foldsOf(ids, REFUSAL_FOLDS, seed)]))
    : null;
  return {
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    systems: systems.map(({ id, ...scores }) => {
      const all = [...Array.from(scores.answerable), ...Array.from(scores.unanswerable)];
      return {
        system: id,
        area: areaWithInterval(all, kinds, resamples, seed),
        heldOut: folds && heldOutRefusals(all, kinds, folds, { resamples, seed }),
        chosen: bestRefusal(scores),
        curve: refusalCurve(scores, POINTS),
      };
    }),
  };
}

/** @param folds the fold of each question, from 0 */
export function heldOutRefusals(
  scores: readonly number[],
  answerable: readonly boolean[],
  folds: Int32Array,
  { resamples, seed }: Pick<NoAnswerInput, 'resamples' | 'seed'>,
): HeldOutRefusals {
  const byFold = Array.from({ length: Math.max(...folds) + 1 }, (_, fold) =>
    bestRefusal(split(scores, answerable, (q) => folds[q] !== fold)),
  );
  const refused = scores.map((score, q) => isRefusedAt(score, byFold[folds[q]!]!));
  const groups = [true, false].map((kind) => answerable.flatMap((is, q) => (is === kind ? [q] : [])));
  const once = new Uint32Array(scores.length).fill(1);
  const found = counted(refused, groups, once);
  const drawn = new Float64Array(resamples);
  const counts = new Uint32Array(scores.length);
  for (let b = 0, random = new Random(seed); b < resamples; b++) {
    drawCounts(groups, counts, random);
    drawn[b] = balancedAccuracy(counted(refused, groups, counts));
  }
  drawn.sort();
  const ci95: Interval = [quantileOfSorted(drawn, TAIL), quantileOfSorted(drawn, 1 - TAIL)];
  return { ...found, balanced: balancedAccuracy(found), ci95, byFold };
}

const split = (
  scores: readonly number[],
  answerable: readonly boolean[],
  counts: (question: number) => boolean,
): FirstScores => ({
  answerable: scores.filter((_, q) => answerable[q] && counts(q)),
  unanswerable: scores.filter((_, q) => !answerable[q] && counts(q)),
});

/** @param counts how often each question is there */
function counted(refused: readonly boolean[], groups: readonly (readonly number[])[], counts: Uint32Array): Refusals {
  const [answerable, unanswerable] = groups.map((group) => {
    let [refusals, all] = [0, 0];
    for (const q of group) {
      all += counts[q]!;
      if (refused[q]) refusals += counts[q]!;
    }
    return refusals / all;
  });
  return { falseAnswers: 1 - unanswerable!, falseRefusals: answerable! };
}
