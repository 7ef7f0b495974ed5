import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * HitRate@k = 1 if any of the first k documents is relevant, else 0. Its mean is the share of questions that are
 * answered within k. A question without relevant documents or without results has 0.
 *
 * `success_k` of trec_eval, `Success@k` of ir_measures.
 */
export const hitRate = {
  ...shareMeasure,
  name: 'HitRate',
  aliases: ['Success', 'success', 'hit_rate'],
  label: 'Hit Rate',
  summary: 'Share of questions with a relevant document among the first k.',
  explanation: {
    formula: '1 if one of the first k documents is relevant, else 0',
    rewards: 'Finding anything relevant at all within the first k.',
    avoid: 'Where an answer needs several documents, or their order matters: one hit at place k is as good as k hits.',
  },
  cutoff: 'required',
  parameters: ['rel'],
  tieOrder: 'grade',
  compute: (ranking, { cutoff, relevance }) => ((ranking.relevant(relevance).ranks[0] ?? Infinity) <= cutoff ? 1 : 0),
} as const satisfies MeasureDefinition;
