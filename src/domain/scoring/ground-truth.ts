import type { Dataset, Doc, DocId, Qrels, Requirements } from '../../base/types';
import { chunkedTruth, type PlacedChunk } from '../chunk/chunked-truth';
import { JudgedText } from '../chunk/judged-text';
import { highestGrade } from '../measures/score';
import { toQrels } from '../run/judgments';

export type ScoredQuestions = Omit<Dataset, 'docs'>;

export interface GroundTruth {
  readonly qrels: Qrels;
  readonly requirements: Requirements;
  readonly maxGrade: number;
  readonly text: JudgedText | null;
  readonly tokens?: ReadonlyMap<DocId, number>;
}

export function documentTruth(docs: readonly Doc[], questions: ScoredQuestions): GroundTruth {
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
  questions: ScoredQuestions,
  relevance: number,
): GroundTruth {
  const whole = documentTruth(docs, questions);
  if (!chunks) return whole;
  return { ...whole, ...chunkedTruth(docs, chunks, questions, relevance) };
}
