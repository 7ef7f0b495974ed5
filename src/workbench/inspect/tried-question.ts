import type { ExpectedProblem } from '../../contract/errors';
import type { Remark } from '../../contract/result';
import type { WordExplanation } from '../../domain/retrieval/lexical/search';
import type { PartKey } from '../../domain/experiment/parts';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import type { TermPlace } from '../../domain/text/term-places';
import type { DocId, Place, QueryId } from '../../base/types';

export interface StageRank {
  readonly rank: number;
  readonly score: number;
}

export interface ListRank {
  readonly retriever: RetrieverSpec;
  readonly rank: StageRank | null;
  readonly words: WordExplanation | null;
}

export interface StepRank {
  readonly part: PartKey;
  /** Null where several lists became one, and the first does not have it. */
  readonly before: StageRank | null;
  readonly after: StageRank;
  readonly reads: number | null;
}

export interface TriedPassage {
  readonly id: DocId;
  readonly place: Place | null;
  readonly title: string;
  readonly text: string | null;
  readonly rank: number;
  readonly score: number;
  readonly grade: number | null;
  readonly lists: readonly ListRank[];
  readonly shares: readonly number[] | null;
  readonly steps: readonly StepRank[];
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
