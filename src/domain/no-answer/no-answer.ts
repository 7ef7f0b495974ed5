import { between, type Threshold } from '../lab/threshold';
import type { QueryId } from '../../base/types';
import { foldsOf } from '../ltr/folds';
import { type Area, areaWithInterval, drawCounts } from '../statistics/auc';
import { quantileOfSorted } from '../statistics/quantile';
import { Random } from '../statistics/random';
import type { Interval } from '../statistics/types';

/** −Infinity where there is none. A question is refused where its first score is below a threshold. */
export interface FirstScores {
  readonly answerable: ArrayLike<number>;
  readonly unanswerable: ArrayLike<number>;
}

export interface Refusals {
  readonly falseAnswers: number;
  readonly falseRefusals: number;
}

export interface RefusalPoint extends Refusals {
  readonly threshold: number;
}

/** Mean of the shares of both kinds that are treated rightly: .5 for answering always, and for never answering. */
export const balancedAccuracy = ({ falseAnswers, falseRefusals }: Refusals) => 1 - (falseAnswers + falseRefusals) / 2;

/** @param threshold lowest first score that is answered; null answers all, an empty list aside */
export const isRefusedAt = (score: number, threshold: Threshold): boolean => score < (threshold ?? -Number.MAX_VALUE);

const shareOf = (scores: ArrayLike<number>, is: (score: number) => boolean): number => {
  let count = 0;
  for (let i = 0; i < scores.length; i++) if (is(scores[i]!)) count++;
  return count / scores.length;
};

export const refusalsAt = ({ answerable, unanswerable }: FirstScores, threshold: Threshold): Refusals => ({
  falseAnswers: shareOf(unanswerable, (score) => !isRefusedAt(score, threshold)),
  falseRefusals: shareOf(answerable, (score) => isRefusedAt(score, threshold)),
});

export function refusalCurve(scores: FirstScores, points: number): RefusalPoint[] {
  const sorted = finiteScores(scores);
  if (sorted.length === 0) return [];
  const [low, high] = [sorted[0]!, sorted.at(-1)!];
  const beyond = high + Math.max((high - low) / points, Number.EPSILON * Math.abs(high), Number.MIN_VALUE);
  return Array.from({ length: points }, (_, i) => {
    const threshold = i === points - 1 ? beyond : low + ((beyond - low) * i) / (points - 1);
    return { threshold, ...refusalsAt(scores, threshold) };
  });
}

/** Balanced accuracies that differ by less are equal: they are sums in another order. */
const SAME = 1e-9;

/** Fewest digits near the middle of two scores; of equal ones the lowest. @returns null where answering all is best */
export function bestRefusal(scores: FirstScores): Threshold {
  const sorted = [
    ...Array.from(scores.answerable, (score) => ({ score, isAnswerable: true })),
    ...Array.from(scores.unanswerable, (score) => ({ score, isAnswerable: false })),
  ]
    .filter(({ score }) => Number.isFinite(score))
    .sort((x, y) => x.score - y.score);
  let { falseAnswers, falseRefusals } = refusalsAt(scores, null);
  let [best, most] = [null as Threshold, balancedAccuracy({ falseAnswers, falseRefusals })];
  sorted.forEach(({ score, isAnswerable }, i) => {
    if (isAnswerable) falseRefusals += 1 / scores.answerable.length;
    else falseAnswers -= 1 / scores.unanswerable.length;
    const next = sorted[i + 1]?.score ?? Infinity;
    if (next === score) return;
    const found = balancedAccuracy({ falseAnswers, falseRefusals });
    if (found <= most + SAME) return;
    most = found;
    best = next === Infinity ? score + Math.max(1, Math.abs(score)) : between(score, next);
  });
  return best;
}

const finiteScores = ({ answerable, unanswerable }: FirstScores): number[] =>
  [...Array.from(answerable), ...Array.from(unanswerable)].filter(Number.isFinite).sort((a, b) => a - b);

export interface NoAnswerInput {
  readonly answerable: readonly QueryId[];
  readonly unanswerable: readonly QueryId[];
  readonly systems: readonly (FirstScores & { readonly id: string })[];
  readonly seed: number;
  readonly resamples: number;
}

export interface HeldOutRefusals extends Refusals {
  readonly balanced: number;
  /** 95 % percentile bootstrap over questions, of either kind apart. */
  readonly ci95: Interval;
  readonly byFold: readonly Threshold[];
}

export interface SystemRefusals {
  readonly system: string;
  readonly area: Area;
  readonly heldOut: HeldOutRefusals | null;
  /** Chosen on all questions: to be used elsewhere, and optimistic here. */
  readonly chosen: Threshold;
  readonly curve: readonly RefusalPoint[];
}

export type NoAnswerReport = ReturnType<typeof readNoAnswer>;

const REFUSAL_FOLDS = 5;
const POINTS = 101;
const TAIL = 0.025;

export function readNoAnswer(input: NoAnswerInput) {
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

const split = (scores: readonly number[], answerable: readonly boolean[], counts: (question: number) => boolean) => ({
  answerable: scores.filter((_, q) => answerable[q] && counts(q)),
  unanswerable: scores.filter((_, q) => !answerable[q] && counts(q)),
});

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
