import { precisionFrom } from './interpolated-precision';
import { shareMeasure, type MeasureDefinition } from './measure';

/** Written out: 3 · 0.1 is not 0.3. */
const LEVELS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** 11pt_avg = mean of the interpolated precision at the recall levels 0, 0.1, …, 1. `11pt_avg` of trec_eval. */
export const elevenPoint = {
  ...shareMeasure,
  name: '11pt_avg',
  aliases: [],
  label: '11-point P',
  summary: 'Interpolated precision, averaged over the recall levels 0, 0.1, …, 1.',
  explanation: {
    formula: '(1 ÷ 11) · Σ interpolated precision at recall 0, 0.1, …, 1',
    rewards: 'High precision at all levels of recall.',
    avoid: 'In new work, other than to compare with old results: MAP says the same without interpolation.',
  },
  cutoff: 'none',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { relevance }) =>
    LEVELS.reduce((sum, level) => sum + precisionFrom(ranking, relevance, level), 0) / LEVELS.length,
} as const satisfies MeasureDefinition;
