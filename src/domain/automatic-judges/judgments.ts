import type { DocId, QueryId, Span } from '../../base/types';
import type { Device } from '../models/card';

interface ModelOfJudge {
  readonly model: string;
  readonly revision: string;
  readonly device: Device;
  readonly maxTokens: number;
}

/** Where automatic judgments come from. A reranker gives scores, which are cut into grades; the others give grades. */
type JudgeSource =
  | ({ readonly kind: 'reranker' } & ModelOfJudge)
  | ({ readonly kind: 'generation'; readonly prompt: string; readonly maxNewTokens: number } & ModelOfJudge)
  | { readonly kind: 'file'; readonly files: readonly string[] }
  /** Implicit: what people clicked, graded by a rule. */
  | {
      readonly kind: 'clicks';
      readonly files: readonly string[];
      readonly by: 'coec' | 'weighted';
      readonly minImpressions: number;
    };

export type JudgeModel = Extract<JudgeSource, ModelOfJudge>;

/** What an automatic judge says of a passage. */
export interface AutomaticJudgment {
  readonly query: QueryId;
  readonly doc: DocId;
  /** The whole document where null. */
  readonly span: Span | null;
  /** A grade, or the score of a reranker; null where a reply had no grade. */
  readonly score: number | null;
  /** What a text-generation model replied. */
  readonly reply?: string;
}

export interface AutomaticJudge {
  readonly name: string;
  readonly source: JudgeSource;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly judgments: readonly AutomaticJudgment[];
}

/** The automatic judges of a collection, by name. They are kept apart from the judgments of people, and never merged. */
export interface AutomaticJudges {
  readonly judges: readonly AutomaticJudge[];
}

export type AutomaticJudgesEdit =
  /** A judge of that name is replaced. */
  { readonly kind: 'keep'; readonly judge: AutomaticJudge } | { readonly kind: 'remove'; readonly name: string };

export const NO_AUTOMATIC_JUDGES: AutomaticJudges = { judges: [] };

export function withAutomaticJudge({ judges }: AutomaticJudges, edit: AutomaticJudgesEdit): AutomaticJudges {
  const name = edit.kind === 'keep' ? edit.judge.name : edit.name;
  const others = judges.filter((judge) => judge.name !== name);
  return { judges: edit.kind === 'keep' ? [...others, edit.judge] : others };
}
