import type { MeasureDefinition } from '../../domain/measures/measure';

/** What the help of a column shows. */
export type ExplainedMeasure = Pick<MeasureDefinition, 'name' | 'label' | 'summary' | 'explanation' | 'better'>;

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
