import { countWithin, type JudgedRanking } from './judge';
import { shareMeasure, type MeasureArguments, type MeasureDefinition } from './measure';

export const precisionRecall = [
  /**
   * P@k = relevant documents among the first k / k, even where fewer were retrieved: a short list cannot gain by being
   * short. `P_k` of trec_eval, `P@k` of ir_measures.
   */
  {
    ...shareMeasure,
    name: 'P',
    aliases: ['Precision', 'precision'],
    cutoff: 'required',
    compute: (ranking, { cutoff, relevance }) => countWithin(ranking.relevant(relevance).ranks, cutoff) / cutoff,
  },
  /**
   * Recall@k = relevant documents among the first k / R, all relevant documents of the question. Where R > k it cannot
   * reach 1; R = 0 gives 0 and the question stays in the mean. Of a question with needs it is the share of needs that
   * are met within k, whatever the threshold of relevance: needs have no grades.
   *
   * `recall_k` of trec_eval, `R@k` of ir_measures; recall of AutoRAG where there are needs.
   */
  {
    ...shareMeasure,
    name: 'Recall',
    aliases: ['R', 'recall'],
    cutoff: 'required',
    compute: (ranking, at) => {
      const { found, total } = recalled(ranking, at);
      return total === 0 ? 0 : found / total;
    },
  },
  /**
   * F1@k = 2·P@k·Recall@k / (P@k + Recall@k), 0 where both are 0; computed as 2r / (k + R), with r relevant among the
   * first k and R in all: one rounding, no division by 0. The mean is that of the questions' values, not the F1 of the
   * mean precision and recall. Of a question with needs its recall counts needs, its precision documents.
   *
   * van Rijsbergen, “Information Retrieval”, 1979; `f1@k` of ranx.
   */
  {
    ...shareMeasure,
    name: 'F1',
    aliases: ['f1'],
    cutoff: 'required',
    compute: (ranking, at) => {
      const { ranks, total } = ranking.relevant(at.relevance);
      const relevant = countWithin(ranks, at.cutoff);
      if (!ranking.needs) return (2 * relevant) / (at.cutoff + total);
      const needs = recalled(ranking, at);
      // P·R in terms of counts, so that nothing is divided by 0: 2·r·m / (r·N + k·m), m of N needs met.
      const both = 2 * relevant * needs.found;
      return both === 0 ? 0 : both / (relevant * needs.total + at.cutoff * needs.found);
    },
  },
  /**
   * RecallCapped@k = relevant documents among the first k / min(k, R): recall that can reach 1 where R > k, too. R = 0
   * gives 0. Of a question with needs, min(1, needs met within k / min(k, needs)): one document may meet several.
   * `R_cap@k` of BEIR (Thakur et al., “BEIR”, 2021).
   */
  {
    ...shareMeasure,
    name: 'RecallCapped',
    aliases: ['R_cap'],
    cutoff: 'required',
    compute: (ranking, at) => {
      const { found, total } = recalled(ranking, at);
      return total === 0 ? 0 : Math.min(1, found / Math.min(at.cutoff, total));
    },
  },
] as const satisfies readonly MeasureDefinition[];

/**
 * RPrec = relevant documents among the first R / R, all relevant documents of the question: precision and recall at the
 * rank where they are equal. R = 0 gives 0. `Rprec` of trec_eval and ir_measures.
 */
export const rPrecision = {
  ...shareMeasure,
  name: 'RPrec',
  aliases: ['Rprec', 'r-precision'],
  cutoff: 'none',
  compute: (ranking, { relevance }) => {
    const { ranks, total } = ranking.relevant(relevance);
    return total === 0 ? 0 : countWithin(ranks, total) / total;
  },
} as const satisfies MeasureDefinition;

/** Needs where the question has them, relevant documents otherwise. */
function recalled(ranking: JudgedRanking, { cutoff, relevance }: MeasureArguments) {
  if (ranking.needs) {
    const { ranks, total } = ranking.needs;
    return { found: ranks.filter((rank) => rank <= cutoff).length, total };
  }
  const { ranks, total } = ranking.relevant(relevance);
  return { found: countWithin(ranks, cutoff), total };
}
