import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * RBP = (1 − p) · Σ p^(i − 1) over the ranks i that hold a relevant document; RBP@k over i ≤ k. A reader goes on from
 * each document to the next with the chance p (0.8 where nothing is said) and RBP is the share of relevant documents
 * among those read. It does not depend on R, and reaches 1 only for an endless list of relevant documents.
 *
 * Moffat and Zobel, “Rank-biased precision for measurement of retrieval effectiveness”, 2008.
 */
export const rbp = {
  ...shareMeasure,
  name: 'RBP',
  aliases: [],
  label: 'RBP',
  summary: 'Share of relevant documents among those that a reader of persistence p looks at.',
  explanation: {
    formula: '(1 − p) · Σ pⁱ⁻¹ over the ranks i ≤ k of relevant documents',
    rewards: 'Relevant documents at the first places, for a reader who continues with probability p.',
    avoid: 'Without its residual where much is unjudged, or where 1 should mean a perfect ranking.',
  },
  cutoff: 'optional',
  parameters: ['p', 'rel'],
  tieOrder: 'grade',
  compute: (ranking, { cutoff, relevance, p }) => {
    let sum = 0;
    for (const rank of ranking.relevant(relevance).ranks) if (rank <= cutoff) sum += p ** (rank - 1);
    return (1 - p) * sum;
  },
} as const satisfies MeasureDefinition;
