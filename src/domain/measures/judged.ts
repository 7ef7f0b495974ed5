import { isJudged, type JudgedRanking } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

export const judgedShares = [
  /**
   * Judged@k = documents among the first k with a grade of 0 or more / k: a negative grade counts as unjudged, as in
   * trec_eval, and so do places that stay empty. A low share says that the measures may be too low, since unjudged
   * documents count as not relevant.
   *
   * `Judged@k` of ir_measures; 1 − `unj_k` of trec_eval where k documents were retrieved.
   */
  {
    ...shareMeasure,
    name: 'Judged',
    aliases: ['judged'],
    cutoff: 'required',
    parameters: [],
    tieOrder: 'judged',
    compute: (ranking, { cutoff }) => judgedWithin(ranking, cutoff) / cutoff,
  },
  /**
   * Hole@k = unjudged documents among the first k / k. Places that stay empty are no holes, so that Judged@k + Hole@k
   * is below 1 where fewer than k documents were retrieved. `unj_k` of trec_eval; `Hole@k` of BEIR.
   */
  {
    ...shareMeasure,
    name: 'Hole',
    aliases: ['hole'],
    cutoff: 'required',
    parameters: [],
    better: 'lower',
    tieOrder: 'judged',
    compute: (ranking, { cutoff }) =>
      (Math.min(cutoff, ranking.grades.length) - judgedWithin(ranking, cutoff)) / cutoff,
  },
] as const satisfies readonly MeasureDefinition[];

export function judgedWithin({ grades }: JudgedRanking, k: number): number {
  const end = Math.min(k, grades.length);
  let count = 0;
  for (let i = 0; i < end; i++) if (isJudged(grades[i])) count++;
  return count;
}
