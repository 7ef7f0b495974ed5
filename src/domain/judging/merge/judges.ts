import type { DocId, Judgment, QueryId, Span } from '../../../base/types';
import { DEFAULT_RULE, type MergeRule } from './rules';

export interface JudgeGrade {
  readonly query: QueryId;
  readonly doc: DocId;
  /** The whole document where absent. */
  readonly span?: Span;
  readonly grade: number;
  /** Why, in the judge's words; absent where the file gives none. */
  readonly reason?: string;
  /** Position among the files of the judge. */
  readonly file: number;
  /** Absent where the file has no lines that mean something. */
  readonly line?: number;
}

/** A person whose grades came in files. */
export interface Judge {
  readonly name: string;
  readonly files: readonly string[];
  readonly grades: readonly JudgeGrade[];
}

/** What counts besides the judges of files: the grades given in the app, and the judgments that were there before. */
export interface Judges {
  /** In the order in which the rule “first” asks them. */
  readonly judges: readonly Judge[];
  readonly rule: MergeRule;
  /** Whether a grade that was given in the app decides, or counts as that of one more judge. */
  readonly own: 'decides' | 'counts';
  /** Judgments that the collection had at these places, which no act of judging gave; they stand again without judges. */
  readonly before: readonly Judgment[];
  /** Whether those count as the grades of one more judge, the last of the order. */
  readonly beforeCounts: boolean;
}

export const NO_JUDGES: Judges = { judges: [], rule: DEFAULT_RULE, own: 'decides', before: [], beforeCounts: false };

export type JudgesEdit =
  /** All judges that there are then, see `joinJudges`; or the same in another order. */
  | { readonly kind: 'judges'; readonly judges: readonly Judge[] }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'rule'; readonly rule: MergeRule }
  | { readonly kind: 'own'; readonly own: Judges['own'] }
  | { readonly kind: 'before'; readonly counts: boolean };

/** Without {@link Judges.before}, which depends on the questions. */
export function editedJudges(judges: Judges, edit: JudgesEdit): Judges {
  switch (edit.kind) {
    case 'judges':
      return { ...judges, judges: edit.judges };
    case 'remove':
      return { ...judges, judges: judges.judges.filter(({ name }) => name !== edit.name) };
    case 'rule':
      return { ...judges, rule: edit.rule };
    case 'own':
      return { ...judges, own: edit.own };
    case 'before':
      return { ...judges, beforeCounts: edit.counts };
  }
}
