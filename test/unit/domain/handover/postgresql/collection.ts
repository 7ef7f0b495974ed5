import type { Doc, Query } from '../../../../../src/base/types';
import type { HandedContent, HandedPassage } from '../../../../../src/domain/handover/target';

/** A collection with its terms and vectors: documents in the order that decides ties. */
export interface AnalysedCollection {
  readonly docs: readonly Doc[];
  readonly queries: readonly Query[];
  readonly analyze: (text: string) => string[];
  readonly terms: readonly (readonly string[])[];
  readonly dimensions: number;
  /** Row-major, of documents and of questions. */
  readonly vectors: Float32Array;
  readonly asked: Float32Array;
}

/** What is handed over of it, for a retriever of its terms and one of its vectors. */
export function contentOf({ docs, terms, vectors, dimensions }: AnalysedCollection): HandedContent {
  const passage = ({ id, title, text, metadata }: Doc, position: number): HandedPassage => ({
    id,
    position,
    content: { title, text, metadata: metadata ?? {} },
    searched: [
      { form: 'terms', terms: terms[position]! },
      { form: 'vector', vector: vectors.subarray(position * dimensions, (position + 1) * dimensions) },
    ],
  });
  return { passages: true, vectors: true, read: () => docs.map(passage), vocabulary: () => [], shortened: () => 0 };
}
