import type { ExplainedMeasure } from './explained-measure';

/** The column of unjudged passages, which differs from Hole@k where lists are shorter than k. */
export const unjudgedShare: ExplainedMeasure = {
  name: 'unjudged',
  label: 'Unjudged',
  summary: 'Share of the passages retrieved within k that nobody judged.',
  explanation: {
    formula: 'unjudged passages within k ÷ passages retrieved within k, over all questions; Hole@k divides by k',
    rewards: 'Nothing about quality: it says how many passages count as not relevant because nobody looked.',
    avoid: 'To compare systems; a high value warns that a system was not part of the judging.',
  },
  better: 'lower',
};
