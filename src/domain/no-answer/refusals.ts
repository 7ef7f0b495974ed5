import { between, type Threshold } from '../lab/threshold';

/**
 * The scores of the first passages of questions, −Infinity where there is none. A question is refused, answered by ‘no
 * answer’, where its first score is below a threshold.
 */
export interface FirstScores {
  readonly answerable: ArrayLike<number>;
  /** Of questions that nothing in it answers. */
  readonly unanswerable: ArrayLike<number>;
}

export interface Refusals {
  /** Share of the unanswerable questions that are not refused. */
  readonly falseAnswers: number;
  /** Share of the answerable questions that are refused. */
  readonly falseRefusals: number;
}

export interface RefusalPoint extends Refusals {
  readonly threshold: number;
}

/** Mean of the shares of both kinds that are treated rightly: .5 for answering always, and for never answering. */
export const balancedAccuracy = ({ falseAnswers, falseRefusals }: Refusals): number =>
  1 - (falseAnswers + falseRefusals) / 2;

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

/** Refusals at so many thresholds, evenly from the lowest score to just above the highest; none without any score. */
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

/**
 * The threshold of the best balanced accuracy, between two neighbouring scores, as the number of fewest digits near their
 * middle; of equal ones the lowest, which refuses fewest questions.
 *
 * @returns null where answering all is as good as anything
 */
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
