import { shareMeasure, type MeasureDefinition } from './measure';
import { recalled } from './recall';

/**
 * RecallCapped@k = relevant documents among the first k / min(k, R): recall that a perfect ranking brings to 1 where
 * R > k, too. R = 0 gives 0.
 *
 * Of a question with needs, min(1, needs met within k / min(k, needs)): one document may meet several, so that k
 * documents can meet more than k needs.
 *
 * `R_cap@k` of BEIR (Thakur et al., “BEIR”, 2021).
 */
export const recallCapped = {
  ...shareMeasure,
  name: 'RecallCapped',
  aliases: ['R_cap'],
  label: 'Capped Recall',
  summary: 'Recall among the first k, divided by what k places can hold.',
  explanation: {
    formula: 'relevant documents among the first k ÷ min(k, all relevant documents)',
    rewards: 'Finding as much of what is relevant as k places can hold.',
    avoid: 'To compare different k: its divisor changes with k, so that it can fall as k grows.',
  },
  cutoff: 'required',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, at) => {
    const { found, total } = recalled(ranking, at);
    return total === 0 ? 0 : Math.min(1, found / Math.min(at.cutoff, total));
  },
} as const satisfies MeasureDefinition;
