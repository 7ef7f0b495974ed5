import { shareMeasure, type MeasureDefinition } from './measure';
import { normalisedGain } from './ndcg';

/**
 * nDCGexp@k: as nDCG@k with the gain 2^grade − 1, so that a step up the scale doubles the gain. Equal to nDCG where
 * grades are 0 and 1.
 *
 * Burges et al., “Learning to Rank using Gradient Descent”, 2005; `ndcg@k` of gdeval, `nDCG(dcg='exp-log2')@k` of
 * ir_measures, `ndcg_burges` of ranx.
 */
export const ndcgExp = {
  ...shareMeasure,
  name: 'nDCGexp',
  aliases: ['ndcg_burges'],
  label: 'nDCG (exp)',
  summary: 'nDCG with the gain 2^grade − 1, which lets the highest grades decide.',
  explanation: {
    formula: 'DCG@k ÷ DCG@k of the ideal ranking, DCG@k = Σ (2^gradeᵢ − 1) ÷ log₂(i + 1) over i ≤ k',
    rewards: 'The highest grades at the first places, far more than lower grades.',
    avoid: 'To compare with trec_eval, BEIR or MTEB, whose nDCG has linear gain (nDCG).',
  },
  cutoff: 'optional',
  parameters: [],
  tieOrder: 'grade',
  compute: (ranking, { cutoff }) => normalisedGain(ranking, cutoff, (grade) => 2 ** grade - 1),
} as const satisfies MeasureDefinition;
