import { chunkId } from '../chunk/chunk';
import { chunkedTruth, type PlacedChunk } from '../chunk/chunked-truth';
import { toQrels } from '../run/judgments';
import type { Doc, DocId, Judgment, Need, QueryId, Requirement, Span } from '../../base/types';

/** Judgments and needs of one question. */
export interface QuestionJudgments {
  readonly query: QueryId;
  readonly judgments: readonly Judgment[];
  readonly requirement: Requirement | undefined;
}

/** What they say of the passages of one way of cutting documents. */
export interface QuestionTruth {
  readonly judged: ReadonlyMap<DocId, number>;
  /** Undefined where there is none besides the judgments. */
  readonly needs: readonly Need[] | undefined;
  /** Whether a relevant place is a need of its own, as where passages are chunks. */
  readonly placesAreNeeds: boolean;
}

/** Spans of a document that a chunker makes of it. */
export type CutDocument = (doc: Doc) => readonly Span[];

const NOTHING: ReadonlyMap<DocId, number> = new Map();

/** Where documents are the passages. */
export const wholeTruth = ({ query, judgments, requirement }: QuestionJudgments): QuestionTruth => ({
  judged: toQrels(judgments).get(query) ?? NOTHING,
  needs: requirement?.needs,
  placesAreNeeds: false,
});

/**
 * Where passages are chunks: as {@link chunkedTruth}, of the documents alone that the judgments of the question name, so
 * that a judgment more costs little however large the collection is.
 */
export function cutTruth(
  { query, judgments, requirement }: QuestionJudgments,
  docs: ReadonlyMap<DocId, Doc>,
  cut: CutDocument,
  relevance: number,
): QuestionTruth {
  const named = new Set([
    ...judgments.map(({ doc }) => doc),
    ...(requirement?.needs ?? []).flatMap((need) => [...need.docs, ...(need.places ?? []).map(({ doc }) => doc)]),
  ]);
  const own = [...named].flatMap((id) => docs.get(id) ?? []);
  const chunks = own.flatMap((doc) =>
    cut(doc).map((span): PlacedChunk => ({ id: chunkId(doc.id, span), place: { doc: doc.id, ...span } })),
  );
  const requirements = requirement ? [requirement] : [];
  const truth = chunkedTruth(own, chunks, { judgments, requirements }, relevance);
  return { judged: truth.qrels.get(query) ?? NOTHING, needs: truth.requirements.get(query), placesAreNeeds: true };
}
