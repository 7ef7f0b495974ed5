import { isJudged, type JudgedRanking } from './judge';
import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * Judged@k = judged documents among the first k / k. Judged means a grade of 0 or more: a negative grade counts as
 * unjudged, as in trec_eval. Like P@k it divides by k even where fewer were retrieved: places that stay empty are not
 * judged. A low share says that the measures may be too low, since unjudged documents count as not relevant.
 *
 * `Judged@k` of ir_measures; 1 − `unj_k` of trec_eval where k documents were retrieved.
 */
export const judged = {
  ...shareMeasure,
  name: 'Judged',
  aliases: ['judged'],
  label: 'Judged',
  summary: 'Share of the first k places that hold a judged document, relevant or not.',
  explanation: {
    formula: 'judged documents among the first k ÷ k',
    rewards: 'Nothing about quality: it tells how much of the other measures rests on judgments.',
    avoid: 'To compare systems; a low value warns that the others may be too low.',
  },
  cutoff: 'required',
  parameters: [],
  tieOrder: 'judged',
  compute: (ranking, { cutoff }) => judgedWithin(ranking, cutoff) / cutoff,
} as const satisfies MeasureDefinition;

/** How many of the first k documents are judged. */
export function judgedWithin({ grades }: JudgedRanking, k: number): number {
  const end = Math.min(k, grades.length);
  let count = 0;
  for (let i = 0; i < end; i++) if (isJudged(grades[i])) count++;
  return count;
}
