import { shareMeasure, type MeasureDefinition, type MeasureArguments } from './measure';
import type { JudgedRanking } from './judge';
import { textOverlap, type TextOverlap } from './retrieved-text';

/** Measures of the retrieved set, whatever its order. */
export const setBased = [
  /** set_P = relevant documents retrieved / documents retrieved, 0 where none were. `set_P` of trec_eval. */
  shareMeasure('set_P', ['SetP'], 'none', (ranking, { relevance }) =>
    ranking.grades.length === 0 ? 0 : ranking.relevant(relevance).ranks.length / ranking.grades.length,
  ),
  /** set_recall = relevant documents retrieved / R, 0 where R = 0. `set_recall` of trec_eval. */
  shareMeasure('set_recall', ['SetR'], 'none', (ranking, { relevance }) => {
    const { ranks, total } = ranking.relevant(relevance);
    return total === 0 ? 0 : ranks.length / total;
  }),
  /** set_F = 2r / (n + R), r of n retrieved documents relevant; 0 where r is 0. `set_F` of trec_eval with β = 1. */
  shareMeasure('set_F', ['SetF'], 'none', (ranking, { relevance }) => {
    const { ranks, total } = ranking.relevant(relevance);
    return ranks.length === 0 ? 0 : (2 * ranks.length) / (ranking.grades.length + total);
  }),
  /** set_map = set_P · set_recall: average precision of a retrieved set without order. `set_map` of trec_eval. */
  shareMeasure('set_map', ['SetAP'], 'none', (ranking, { relevance }) => {
    const { ranks, total } = ranking.relevant(relevance);
    return ranks.length === 0 ? 0 : (ranks.length / ranking.grades.length) * (ranks.length / total);
  }),
] as const satisfies readonly MeasureDefinition[];

/**
 * In characters, within a budget (`chars`, `tokens`), k passages, or the whole list; NaN without documents. Smith and
 * Troynikov, “Evaluating Chunking Strategies for Retrieval”, Chroma 2024. Text of two passages is retrieved twice;
 * unlike there, text of two relevant spans is needed once, and a span is no part of two documents.
 */
export const textOverlaps = [
  /** SpanRecall = relevant characters that were retrieved / relevant characters; 0 where nothing is relevant. */
  ofText('SpanRecall', ({ found, needed }) => (needed === 0 ? 0 : found / needed)),
  /** SpanPrecision = relevant characters that were retrieved / characters retrieved; 0 where none were. */
  ofText('SpanPrecision', ({ shared, retrieved }) => (retrieved === 0 ? 0 : shared / retrieved)),
  /** Intersection over union of the retrieved and the relevant text. */
  ofText('SpanIoU', ({ shared, retrieved, needed, found }) => {
    const union = retrieved + needed - found;
    return union === 0 ? 0 : shared / union;
  }),
] as const satisfies readonly MeasureDefinition[];

function ofText<const Name extends string>(name: Name, value: (overlap: TextOverlap) => number) {
  const compute = ({ text }: JudgedRanking, at: MeasureArguments): number => {
    const overlap = text && textOverlap(text, at, at.relevance);
    return overlap ? value(overlap) : NaN;
  };
  // Which order of equal passages covers most is not a question of their grades.
  const own = { parameters: ['rel', 'chars', 'tokens'], tieOrder: 'none', readsText: true } as const;
  return shareMeasure(name, [], 'optional', compute, own);
}
