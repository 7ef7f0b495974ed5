import { countWithin } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';
import { recalled } from './recall';

/**
 * F1@k = 2·P@k·Recall@k / (P@k + Recall@k), 0 where both are 0. With r relevant among the first k and R in all this is
 * 2r / (k + R), which is how it is computed: one rounding, no division by 0. The mean is that of the questions'
 * values, not the F1 of the mean precision and recall.
 *
 * Of a question with needs its recall counts needs, its precision documents.
 *
 * van Rijsbergen, “Information Retrieval”, 1979; `f1@k` of ranx.
 */
export const f1 = {
  ...shareMeasure,
  name: 'F1',
  aliases: ['f1'],
  label: 'F1',
  summary: 'Harmonic mean of precision and recall at k.',
  explanation: {
    formula: '2 · P@k · Recall@k ÷ (P@k + Recall@k)',
    rewards: 'Precision and recall at once: the lower of the two counts most.',
    avoid: 'To tell which of the two is lacking, or where the order within the first k matters.',
  },
  cutoff: 'required',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, at) => {
    const { ranks, total } = ranking.relevant(at.relevance);
    const relevant = countWithin(ranks, at.cutoff);
    if (!ranking.needs) return (2 * relevant) / (at.cutoff + total);
    const needs = recalled(ranking, at);
    // P·R in terms of counts, so that nothing is divided by 0: 2·r·m / (r·N + k·m), m of N needs met.
    const both = 2 * relevant * needs.found;
    return both === 0 ? 0 : both / (relevant * needs.total + at.cutoff * needs.found);
  },
} as const satisfies MeasureDefinition;
