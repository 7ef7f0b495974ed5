import { summedPrecision } from './map';
import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * MAPmin@k = Σ P@i over the ranks i ≤ k that hold a relevant document / min(k, R): MAP@k that a perfect ranking brings
 * to 1. Many libraries call this MAP@k; trec_eval divides by R, and so does `MAP@k` here.
 */
export const mapMin = {
  ...shareMeasure,
  name: 'MAPmin',
  aliases: [],
  label: 'MAP (min)',
  summary: 'MAP@k divided by what k places can hold, instead of all relevant documents.',
  explanation: {
    formula: '(1 ÷ min(k, R)) · Σ P@i over the ranks i ≤ k of relevant documents; R = all relevant documents',
    rewards: 'Filling the first k places with relevant documents, the first places most.',
    avoid: 'To compare with published MAP@k of trec_eval, which divides by R, or to compare different k.',
  },
  cutoff: 'required',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, at) => {
    const { total } = ranking.relevant(at.relevance);
    return total === 0 ? 0 : summedPrecision(ranking, at) / Math.min(at.cutoff, total);
  },
} as const satisfies MeasureDefinition;
