import { isJudged } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * bpref = (1 / R) · Σ over retrieved relevant documents of 1 − min(n, R) / min(N, R), where n counts the documents
 * above that are judged and not relevant, and N all of them that the question has; 1 where n = 0. Unjudged documents
 * and negative grades are passed over. R = 0 gives 0.
 *
 * Buckley and Voorhees, “Retrieval evaluation with incomplete information”, 2004, as trec_eval computes it.
 */
export const bpref = {
  ...shareMeasure,
  name: 'bpref',
  aliases: ['Bpref', 'BPref'],
  label: 'bpref',
  summary: 'How seldom documents judged as not relevant stand above relevant ones; unjudged ones are passed over.',
  explanation: {
    formula: '(1 ÷ R) · Σ 1 − min(n, R) ÷ min(N, R) over relevant documents found; n of N judged as not relevant above',
    rewards: 'Relevant documents above those that were judged as not relevant.',
    avoid: 'Where only relevant documents were judged: it is then just the share of them that was retrieved.',
  },
  cutoff: 'none',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { relevance }) => {
    const { total } = ranking.relevant(relevance);
    if (total === 0) return 0;
    let notRelevant = 0;
    for (const grade of ranking.judged.values()) if (isJudged(grade) && grade < relevance) notRelevant++;
    const most = Math.min(notRelevant, total);
    let above = 0;
    let sum = 0;
    for (const grade of ranking.grades) {
      if (!isJudged(grade)) continue;
      if (grade < relevance) above++;
      else sum += above === 0 ? 1 : 1 - Math.min(above, total) / most;
    }
    return sum / total;
  },
} as const satisfies MeasureDefinition;
