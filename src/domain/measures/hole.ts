import { judgedWithin } from './judged';
import type { MeasureDefinition } from './measure';

/**
 * Hole@k = unjudged documents among the first k / k. Places that stay empty are no holes, so that Judged@k + Hole@k is
 * below 1 where fewer than k documents were retrieved.
 *
 * `unj_k` of trec_eval; `Hole@k` of BEIR.
 */
export const hole = {
  name: 'Hole',
  aliases: ['hole'],
  label: 'Hole',
  summary: 'Share of the first k places that hold an unjudged document.',
  explanation: {
    formula: 'unjudged documents among the first k ÷ k',
    rewards: 'Nothing about quality: it tells how many documents count as not relevant because nobody looked.',
    avoid: 'To compare systems; a high value warns that a system was not part of the judging.',
  },
  cutoff: 'required',
  parameters: [],
  aggregate: 'mean',
  better: 'lower',
  range: [0, 1],
  tieOrder: 'judged',
  compute: (ranking, { cutoff }) => (Math.min(cutoff, ranking.grades.length) - judgedWithin(ranking, cutoff)) / cutoff,
} as const satisfies MeasureDefinition;
