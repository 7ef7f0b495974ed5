import type { Questions } from '../../contract/storage';
import type { Doc, Qrels, Requirements } from '../../base/types';
import { chunkedTruth, type PlacedChunk } from '../../domain/chunk/chunked-truth';
import { highestGrade } from '../../domain/measures/score';
import { toQrels } from '../../domain/run/judgments';

export interface GroundTruth {
  readonly qrels: Qrels;
  readonly requirements: Requirements;
  /** Highest grade of all judgments: the end of the scale on which ERR measures. */
  readonly maxGrade: number;
}

export function documentTruth({ judgments, requirements = [] }: Questions): GroundTruth {
  const qrels = toQrels(judgments);
  return {
    qrels,
    requirements: new Map(requirements.map(({ query, needs }) => [query, needs])),
    maxGrade: highestGrade(qrels),
  };
}

/** @param chunks null where documents are the passages */
export function passageTruth(
  docs: readonly Doc[],
  chunks: readonly PlacedChunk[] | null,
  questions: Questions,
  relevance: number,
): GroundTruth {
  const whole = documentTruth(questions);
  if (!chunks) return whole;
  return { ...chunkedTruth(docs, chunks, questions, relevance), maxGrade: whole.maxGrade };
}
