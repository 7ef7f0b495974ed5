import { map } from './map';
import type { MeasureDefinition } from './measure';

/**
 * gm_map = geometric mean over questions of average precision, values below 1e-5 taken for 1e-5. The value of one
 * question is its average precision.
 *
 * Robertson, “On GMAP – and other transformations”, 2006; `gm_map` of trec_eval.
 */
export const gmMap = {
  ...map,
  name: 'gm_map',
  aliases: ['GMAP'],
  label: 'GMAP',
  summary: 'Geometric mean of average precision, in which the hardest questions weigh most.',
  explanation: {
    formula: '(Π max(average precision, 10⁻⁵))^(1 ÷ number of questions)',
    rewards: 'Improving the questions that are answered worst.',
    avoid: 'Where some questions have no relevant document: each pulls it down, whatever the system does.',
  },
  cutoff: 'none',
  aggregate: 'geometric mean',
} as const satisfies MeasureDefinition;
