import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * MRR = 1 / rank of the first relevant document, 0 if there is none. Ranks start at 1. MRR@k is 0 if that rank is
 * beyond k. The value of one question is the reciprocal rank; the mean over questions gives the measure its name.
 *
 * Voorhees, “The TREC-8 Question Answering Track Report”, 1999. `recip_rank` of trec_eval, which has no cut at k.
 */
export const mrr = {
  ...shareMeasure,
  name: 'MRR',
  aliases: ['RR', 'mrr', 'recip_rank'],
  label: 'MRR',
  summary: 'Mean of 1 / rank of the first relevant document, 0 where it is beyond k.',
  explanation: {
    formula: '1 ÷ rank of the first relevant document; 0 where it is beyond k or missing',
    rewards: 'Putting one relevant document as high as possible.',
    avoid: 'Where more than the first relevant document matters: whatever comes after it is ignored.',
  },
  cutoff: 'optional',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { cutoff, relevance }) => {
    const first = ranking.relevant(relevance).ranks[0] ?? Infinity;
    return first <= cutoff ? 1 / first : 0;
  },
} as const satisfies MeasureDefinition;
