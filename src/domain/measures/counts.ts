import { isJudged } from './judge';
import type { MeasureDefinition } from './measure';

/** Counts are no measures of quality: they are summed over questions and tell what the measures rest on. */
const count = {
  cutoff: 'none',
  aggregate: 'sum',
  better: null,
  range: null,
  tieOrder: 'grade',
} as const;

const avoid = 'To compare systems: it tells what the measures rest on.';

/** num_q = 1 for each question: their number. `num_q` of trec_eval, `NumQ` of ir_measures. */
export const numQ = {
  ...count,
  name: 'num_q',
  aliases: ['NumQ'],
  label: 'Questions',
  summary: 'Number of questions that count.',
  explanation: { formula: '1 for each question', rewards: 'Nothing.', avoid },
  parameters: [],
  compute: () => 1,
} as const satisfies MeasureDefinition;

/** num_ret = number of documents retrieved. `num_ret` of trec_eval, `NumRet` of ir_measures. */
export const numRet = {
  ...count,
  name: 'num_ret',
  aliases: ['NumRet'],
  label: 'Retrieved',
  summary: 'Number of documents retrieved.',
  explanation: { formula: 'documents in the ranking', rewards: 'Nothing.', avoid },
  parameters: [],
  compute: (ranking) => ranking.grades.length,
} as const satisfies MeasureDefinition;

/** num_rel = R, the number of relevant documents. `num_rel` of trec_eval, `NumRel` of ir_measures. */
export const numRel = {
  ...count,
  name: 'num_rel',
  aliases: ['NumRel'],
  label: 'Relevant',
  summary: 'Number of relevant documents in the judgments.',
  explanation: { formula: 'relevant documents in the judgments, retrieved or not', rewards: 'Nothing.', avoid },
  parameters: ['rel'],
  compute: (ranking, { relevance }) => ranking.relevant(relevance).total,
} as const satisfies MeasureDefinition;

/** num_rel_ret = number of relevant documents retrieved. `num_rel_ret` of trec_eval, `NumRet(rel=1)` of ir_measures. */
export const numRelRet = {
  ...count,
  name: 'num_rel_ret',
  aliases: ['NumRelRet'],
  label: 'Relevant found',
  summary: 'Number of relevant documents retrieved.',
  explanation: {
    formula: 'relevant documents in the ranking',
    rewards: 'Retrieving all that is relevant, at any place.',
    avoid: 'To compare lists of different lengths: a longer list can only gain.',
  },
  parameters: ['rel'],
  compute: (ranking, { relevance }) => ranking.relevant(relevance).ranks.length,
} as const satisfies MeasureDefinition;

/** num_nonrel_judged_ret = number of documents retrieved that are judged and not relevant, as in trec_eval. */
export const numNonrelJudgedRet = {
  ...count,
  name: 'num_nonrel_judged_ret',
  aliases: [],
  label: 'Not relevant found',
  summary: 'Number of retrieved documents that are judged as not relevant.',
  explanation: { formula: 'documents in the ranking that are judged and not relevant', rewards: 'Nothing.', avoid },
  parameters: ['rel'],
  compute: (ranking, { relevance }) => ranking.grades.filter((grade) => isJudged(grade) && grade < relevance).length,
} as const satisfies MeasureDefinition;
