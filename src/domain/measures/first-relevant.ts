import type { DocId, Ranking } from '../../base/types';
import { judge } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

/** Measures that end at the first relevant document. */
export const firstRelevant = [
  /**
   * HitRate@k = 1 if any of the first k documents is relevant, else 0. Its mean is the share of questions that are
   * answered within k. `success_k` of trec_eval, `Success@k` of ir_measures.
   */
  {
    ...shareMeasure,
    name: 'HitRate',
    aliases: ['Success', 'success', 'hit_rate'],
    cutoff: 'required',
    compute: (ranking, { cutoff, relevance }) => ((ranking.relevant(relevance).ranks[0] ?? Infinity) <= cutoff ? 1 : 0),
  },
  /**
   * MRR = 1 / rank, from 1, of the first relevant document, 0 if there is none. MRR@k is 0 if that rank is beyond k.
   * The value of one question is the reciprocal rank; the mean over questions gives the measure its name.
   *
   * Voorhees, “The TREC-8 Question Answering Track Report”, 1999. `recip_rank` of trec_eval, which has no cut at k.
   */
  {
    ...shareMeasure,
    name: 'MRR',
    aliases: ['RR', 'mrr', 'recip_rank'],
    cutoff: 'optional',
    compute: (ranking, { cutoff, relevance }) => {
      const first = ranking.relevant(relevance).ranks[0] ?? Infinity;
      return first <= cutoff ? 1 / first : 0;
    },
  },
] as const satisfies readonly MeasureDefinition[];

/** Rank, from 1, of the first relevant document in trec order, or null where none was retrieved. */
export function firstRelevantRank(
  ranking: Ranking,
  judged: ReadonlyMap<DocId, number>,
  relevance: number,
): number | null {
  return judge(ranking, judged).relevant(relevance).ranks[0] ?? null;
}
