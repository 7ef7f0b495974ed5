import { isJudged, isRelevant } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * bpref = (1 / R) · Σ over retrieved relevant documents of 1 − min(n, R) / min(N, R), where n counts the documents
 * above that are judged and not relevant, and N all of them that the question has; 1 where n = 0. Unjudged documents
 * and negative grades are passed over. R = 0 gives 0.
 * Buckley and Voorhees, “Retrieval evaluation with incomplete information”, 2004, as trec_eval computes it.
 */
export const bpref = {
  ...shareMeasure,
  name: 'bpref',
  aliases: ['Bpref', 'BPref'],
  cutoff: 'none',
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

/** Keeps infAP defined where nothing above is judged; the constant of trec_eval. */
const EPSILON = 0.00001;

/**
 * infAP = (1 / R) · Σ over retrieved relevant documents of the precision that is expected at their rank i:
 *
 *     1 / i + ((i − 1) / i) · (pooled above / (i − 1)) · (relevant above + ε) / (judged above + 2ε)
 *
 * A document is pooled if the judgments contain it: with a negative grade, −1 or any other, it is in the pool and was
 * not sampled for judging. Where the whole pool was judged, infAP is average precision, but for ε.
 *
 * Yilmaz and Aslam, “Estimating average precision with incomplete and imperfect judgments”, 2006, as in trec_eval
 * (`m_infap.c`; `form_res_rels.c` takes every `rel < 0` for “in pool, but unjudged”).
 */
export const infAp = {
  ...shareMeasure,
  name: 'infAP',
  aliases: ['InfAP'],
  cutoff: 'none',
  // A document above that is in the pool and unjudged raises the estimate: sorting by grade does not bound it.
  tieOrder: 'none',
  compute: (ranking, { relevance }) => {
    const { total } = ranking.relevant(relevance);
    let relevant = 0;
    let judged = 0;
    let pooled = 0;
    let sum = 0;
    ranking.grades.forEach((grade, above) => {
      if (grade === undefined) return;
      if (isRelevant(grade, relevance)) {
        const expected = above === 0 ? 0 : (pooled / above) * ((relevant + EPSILON) / (judged + 2 * EPSILON));
        sum += 1 / (above + 1) + (above / (above + 1)) * expected;
        relevant++;
      }
      if (isJudged(grade)) judged++;
      pooled++;
    });
    return total === 0 ? 0 : sum / total;
  },
} as const satisfies MeasureDefinition;
