import type { ExpectedProblem } from '../../contract/errors';
import type { Remark } from '../../contract/result';
import type { WordExplanation } from '../../domain/retrieval/lexical/search';
import type { PartKey } from '../../domain/experiment/parts';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import type { TermPlace } from '../../domain/text/term-places';
import type { DocId, Place, QueryId } from '../../base/types';

/** Ranks are from 1. */
export interface StageRank {
  readonly rank: number;
  readonly score: number;
}

export interface ListRank {
  readonly retriever: RetrieverSpec;
  readonly rank: StageRank | null;
  /** Which terms the passage owes its score to; null where the retriever searches no words, or was asked by rewrites. */
  readonly words: WordExplanation | null;
}

/** The ranks of a passage before and after one of the parts of a system. */
export interface StepRank {
  readonly part: PartKey;
  /** Null where several lists became one, and the first does not have it. */
  readonly before: StageRank | null;
  readonly after: StageRank;
  /** How many of the list before it the part reads; null for all. */
  readonly reads: number | null;
}

export interface TriedPassage {
  readonly id: DocId;
  /** The part of a document that it is; null where documents are the passages. */
  readonly place: Place | null;
  readonly title: string;
  readonly text: string | null;
  readonly rank: number;
  readonly score: number;
  /** Null where the question is none of the collection, or the passage was not judged. */
  readonly grade: number | null;
  /** One a retriever, in the order of the system's. */
  readonly lists: readonly ListRank[];
  /** What each list adds to the score after fusion; null where the method is no sum over lists. */
  readonly shares: readonly number[] | null;
  readonly steps: readonly StepRank[];
  /** Where the terms that were searched are in title and text. */
  readonly marks: { readonly title: readonly TermPlace[]; readonly text: readonly TermPlace[] };
}

export interface TriedLists {
  readonly passages: readonly TriedPassage[];
  readonly found: number;
  readonly cut: number;
  readonly milliseconds: number;
}

export type TriedSystem =
  | { readonly id: string; readonly ok: true; readonly lists: TriedLists }
  | { readonly id: string; readonly ok: false; readonly problem: ExpectedProblem };

export interface TriedQuestion {
  readonly text: string;
  readonly known: QueryId | null;
  readonly systems: readonly TriedSystem[];
  readonly remarks: readonly Remark[];
}
