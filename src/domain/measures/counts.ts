import { isJudged } from './judge';
import type { MeasureDefinition } from './measure';

/** Counts are no measures of quality: they are summed over questions and say what the measures rest on. */
const count = {
  cutoff: 'none',
  aggregate: 'sum',
  better: null,
  range: null,
  tieOrder: 'grade',
} as const;

export const counts = [
  /** num_q = 1 for each question: their number. `num_q` of trec_eval, `NumQ` of ir_measures. */
  {
    ...count,
    name: 'num_q',
    aliases: ['NumQ'],
    parameters: [],
    compute: () => 1,
  },
  /** num_ret = number of documents retrieved. `num_ret` of trec_eval, `NumRet` of ir_measures. */
  {
    ...count,
    name: 'num_ret',
    aliases: ['NumRet'],
    parameters: [],
    compute: (ranking) => ranking.grades.length,
  },
  /** num_rel = R, the number of relevant documents. `num_rel` of trec_eval, `NumRel` of ir_measures. */
  {
    ...count,
    name: 'num_rel',
    aliases: ['NumRel'],
    parameters: ['rel'],
    compute: (ranking, { relevance }) => ranking.relevant(relevance).total,
  },
  /** num_rel_ret = number of relevant documents retrieved. `num_rel_ret` of trec_eval, `NumRet(rel=1)` of ir_measures. */
  {
    ...count,
    name: 'num_rel_ret',
    aliases: ['NumRelRet'],
    parameters: ['rel'],
    compute: (ranking, { relevance }) => ranking.relevant(relevance).ranks.length,
  },
  /** num_nonrel_judged_ret = number of documents retrieved that are judged and not relevant, as in trec_eval. */
  {
    ...count,
    name: 'num_nonrel_judged_ret',
    aliases: [],
    parameters: ['rel'],
    compute: (ranking, { relevance }) => ranking.grades.filter((grade) => isJudged(grade) && grade < relevance).length,
  },
] as const satisfies readonly MeasureDefinition[];
