import type { PackedRankings } from '../run/packed';
import type { DocId, Need, QueryId } from '../../base/types';

/** What a fusion lab works on: the lists of several systems for the same questions, and the judgments of these. */
export interface LabInput {
  /** Ids that everything else refers to by position, each once, in any order. */
  readonly docs: readonly DocId[];
  readonly questions: readonly LabQuestionInput[];
  /** The lists that are fused, cut at the depth already; list `i` of each is that of question `i`. */
  readonly lists: readonly { readonly id: string; readonly rankings: PackedRankings }[];
  /** What a fusion can be held against: values by canonical text of the measure, one a question. */
  readonly systems: readonly { readonly id: string; readonly values: Readonly<Record<string, Float64Array>> }[];
  /** Canonical texts of the measures. */
  readonly measures: readonly string[];
  /** Where a fused list is cut, as the lists were before it. */
  readonly depth: number;
  /** Lowest grade that counts as relevant where a measure names none. */
  readonly relevance: number;
  readonly missing: 'zero' | 'skip';
  /** Highest grade of all judgments of the collection. */
  readonly maxGrade: number;
}

export interface LabQuestionInput {
  readonly id: QueryId;
  /** Empty where the source gives ids alone. */
  readonly text: string;
  /** Positions in `docs`, with the grade of each. */
  readonly judged: readonly (readonly [doc: number, grade: number])[];
  readonly needs: readonly Need[] | null;
}
