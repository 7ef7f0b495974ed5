import type { Questions } from '../../contract/storage';
import type { Doc, DocId, Qrels, Requirements } from '../../base/types';
import { chunkedTruth, type PlacedChunk } from '../../domain/chunk/chunked-truth';
import { JudgedText } from '../../domain/chunk/judged-text';
import { highestGrade } from '../../domain/measures/score';
import { toQrels } from '../../domain/run/judgments';

export interface GroundTruth {
  readonly qrels: Qrels;
  readonly requirements: Requirements;
  readonly maxGrade: number;
  readonly text: JudgedText | null;
  readonly tokens?: ReadonlyMap<DocId, number>;
}

export function documentTruth(docs: readonly Doc[], questions: Questions): GroundTruth {
  const { judgments, requirements = [] } = questions;
  const qrels = toQrels(judgments);
  return {
    qrels,
    requirements: new Map(requirements.map(({ query, needs }) => [query, needs])),
    maxGrade: highestGrade(qrels),
    text: docs.length > 0 ? new JudgedText(docs, questions) : null,
  };
}

export function passageTruth(
  docs: readonly Doc[],
  chunks: readonly PlacedChunk[] | null,
  questions: Questions,
  relevance: number,
): GroundTruth {
  const whole = documentTruth(docs, questions);
  if (!chunks) return whole;
  return { ...whole, ...chunkedTruth(docs, chunks, questions, relevance) };
}
