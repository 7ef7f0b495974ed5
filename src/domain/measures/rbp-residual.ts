import { isJudged } from './judge';
import type { MeasureDefinition } from './measure';

/**
 * RBPresidual = p^n + (1 − p) · Σ p^(i − 1) over the ranks i of unjudged documents, n documents retrieved (at most k):
 * how much higher RBP would be if all that is not known were relevant. The true value lies between RBP and RBP plus
 * residual. A question without results has 1, since nothing is known of it: that is what counts where `missing` is `zero`.
 *
 * Moffat and Zobel, “Rank-biased precision for measurement of retrieval effectiveness”, 2008, section 3.2.
 */
export const rbpResidual = {
  name: 'RBPresidual',
  aliases: [],
  label: 'RBP residual',
  summary: 'How much higher RBP could be if all unjudged documents were relevant.',
  explanation: {
    formula:
      'pⁿ + (1 − p) · Σ pⁱ⁻¹ over the ranks i of unjudged documents; n documents retrieved, 1 for a question without results',
    rewards: 'Nothing: it says how uncertain RBP is because documents are unjudged or the list ends.',
    avoid: 'To compare rankings; read it beside RBP.',
  },
  cutoff: 'optional',
  parameters: ['p'],
  aggregate: 'mean',
  better: null,
  range: [0, 1],
  tieOrder: 'judged',
  compute: ({ grades }, { cutoff, p }) => {
    const end = Math.min(cutoff, grades.length);
    let sum = 0;
    for (let i = 0; i < end; i++) if (!isJudged(grades[i])) sum += p ** i;
    return p ** end + (1 - p) * sum;
  },
} as const satisfies MeasureDefinition;
