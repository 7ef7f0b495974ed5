import type { OngoingJudging } from '../evidence/counted';
import type { EstimateKind } from '../evidence/passage-sample';

/**
 * What the values of a run's questions are: `complete` where all passages that count are judged, also where only the
 * completed questions are there; `incomplete` where unjudged passages count as not relevant; else estimates of a sample,
 * `none` where it gives none.
 */
export type FigureKind = 'complete' | 'incomplete' | EstimateKind | 'none';

export function figureKind(judging: OngoingJudging | undefined, measure: string): FigureKind {
  if (!judging || (judging.queue === 'questions' && !judging.sample)) return 'complete';
  return judging.sample ? (judging.sample.kinds[measure] ?? 'none') : 'incomplete';
}

/** Why the difference of two runs is no ground for a conclusion: null where it is one. */
export type NoConclusion = 'incomplete' | 'mixed' | 'ratio' | 'none';

/** @param before of the first run; undefined where all its questions are judged */
export function noConclusion(
  before: OngoingJudging | undefined,
  after: OngoingJudging | undefined,
  measure: string,
): NoConclusion | null {
  const kinds = [figureKind(before, measure), figureKind(after, measure)];
  if (kinds.includes('none')) return 'none';
  if (kinds.includes('incomplete')) return 'incomplete';
  if (kinds[0] !== kinds[1]) return 'mixed';
  return kinds[0] === 'ratio' ? 'ratio' : null;
}
