import { bpref } from './bpref';
import type { MeasureDefinition } from './measure';

/**
 * gm_bpref = geometric mean over questions of bpref, values below 1e-5 taken for 1e-5. The value of one question is
 * its bpref. `gm_bpref` of trec_eval.
 */
export const gmBpref = {
  ...bpref,
  name: 'gm_bpref',
  aliases: [],
  label: 'GM bpref',
  summary: 'Geometric mean of bpref, in which the hardest questions weigh most.',
  explanation: {
    formula: '(Π max(bpref, 10⁻⁵))^(1 ÷ number of questions)',
    rewards: 'Improving the questions that are answered worst.',
    avoid: 'Where only relevant documents were judged, or some questions have none.',
  },
  aggregate: 'geometric mean',
} as const satisfies MeasureDefinition;
