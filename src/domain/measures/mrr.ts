import { isRelevant, type MeasureDefinition } from './measure';

/**
 * MRR@k = 1 / rank of the first relevant document, or 0 if that rank is beyond k or there is none. Ranks start at 1.
 * The value of one question is the reciprocal rank; the mean over questions gives the measure its name.
 *
 * Voorhees, “The TREC-8 Question Answering Track Report”, 1999. trec_eval's `recip_rank` has no cut at k.
 */
export const mrr = {
  name: 'MRR',
  aliases: ['RR'],
  summary: 'Mean of 1 / rank of the first relevant document, 0 where it is beyond k.',
  compute: ({ grades, relevance }, cutoff) => {
    const first = grades.findIndex((grade) => isRelevant(grade, relevance));
    return first >= 0 && first < cutoff ? 1 / (first + 1) : 0;
  },
} as const satisfies MeasureDefinition;
