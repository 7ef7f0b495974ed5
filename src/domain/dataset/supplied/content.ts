import type { DocId, QueryId } from '../../../base/types';

/** What a person wrote for one question: other wordings of it, or passages that might answer it (HyDE). */
export interface RewriteEntry {
  /** Id or text of the question, as the file names it. */
  readonly question: string;
  /** Each once, in the order of the file. */
  readonly texts: readonly string[];
}

export interface Rewrites {
  readonly kind: 'rewrites';
  readonly entries: readonly RewriteEntry[];
}

/** Vectors of passages and of questions that were computed elsewhere. Matrices are row-major, `dimensions` wide. */
export interface VectorSet {
  readonly kind: 'vectors';
  readonly dimensions: number;
  /** One a row of `passages`. */
  readonly docs: readonly DocId[];
  readonly passages: Float32Array;
  /** One a row of `questions`. */
  readonly queries: readonly QueryId[];
  /** Content key of each question's text when its vector was brought: a question that is edited later has an old vector. */
  readonly textKeys: readonly string[];
  readonly questions: Float32Array;
}

/** What a person brings for retrieval, beside documents and questions. */
export type Supplied = Rewrites | VectorSet;
