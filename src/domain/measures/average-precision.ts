import type { JudgedRanking } from './judge';
import { shareMeasure, type MeasureArguments, type MeasureDefinition } from './measure';

/**
 * MAP = (1 / R) · Σ P@i over the ranks i that hold a relevant document: average precision, whose mean over questions
 * gives the measure its name. MAP@k sums over the first k and still divides by R, so that it cannot reach 1 where R > k
 * (`MAPmin@k` divides by min(k, R)). R = 0 gives 0. `map` and `map_cut_k` of trec_eval, `AP@k` of ir_measures.
 */
export const map = {
  ...shareMeasure,
  name: 'MAP',
  aliases: ['AP', 'map', 'ap'],
  cutoff: 'optional',
  compute: (ranking, at) => {
    const { total } = ranking.relevant(at.relevance);
    return total === 0 ? 0 : summedPrecision(ranking, at) / total;
  },
} as const satisfies MeasureDefinition;

export const averagePrecision = [
  map,
  /**
   * MAPmin@k = Σ P@i over the ranks i ≤ k that hold a relevant document / min(k, R): MAP@k that a perfect ranking brings
   * to 1. Many libraries call this MAP@k; trec_eval divides by R, and so does `MAP@k` here.
   */
  {
    ...shareMeasure,
    name: 'MAPmin',
    cutoff: 'required',
    compute: (ranking, at) => {
      const { total } = ranking.relevant(at.relevance);
      return total === 0 ? 0 : summedPrecision(ranking, at) / Math.min(at.cutoff, total);
    },
  },
] as const satisfies readonly MeasureDefinition[];

/** Σ P@i over the ranks i ≤ k that hold a relevant document. */
function summedPrecision(ranking: JudgedRanking, { cutoff, relevance }: MeasureArguments): number {
  const { ranks } = ranking.relevant(relevance);
  let sum = 0;
  for (let i = 0; i < ranks.length && ranks[i]! <= cutoff; i++) sum += (i + 1) / ranks[i]!;
  return sum;
}
