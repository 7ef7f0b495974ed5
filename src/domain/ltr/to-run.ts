import { rank } from '../run/order';
import type { Run } from '../../base/types';
import type { CandidateMatrix } from './matrix';

/** Learned scores as a run, in trec order. */
export function runOfScores({ questions, offsets, docs }: CandidateMatrix, scores: Float64Array): Run {
  return new Map(
    questions.map((question, q) => {
      const [from, to] = [offsets[q]!, offsets[q + 1]!];
      return [question, rank(docs.slice(from, to).map((id, i) => ({ id, score: scores[from + i]! })))];
    }),
  );
}
