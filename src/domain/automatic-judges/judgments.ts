import type { JudgedPlace } from '../judging/places';
import { groupBy } from '../../base/containers';
import type { QueryId } from '../../base/types';
import type { SystemSpec } from '../experiment/parts';
import type { JudgeFile } from '../judging/judge-files';

type JudgeSource =
  | { readonly kind: 'file'; readonly files: readonly string[] }
  /** Implicit: what people clicked, graded by a rule. */
  | {
      readonly kind: 'clicks';
      readonly files: readonly string[];
      readonly by: 'coec' | 'weighted';
      readonly minImpressions: number;
    }
  /** Of earlier versions, which judged in the page. Grades are read as a file's; reranker scores are kept, not read. */
  | { readonly kind: 'generation' | 'reranker'; readonly model: string };

export interface AutomaticJudgment extends JudgedPlace {
  readonly query: QueryId;
  readonly score: number | null;
  /** The reason, or what a model replied. */
  readonly reply?: string;
}

export interface AutomaticJudge {
  readonly name: string;
  readonly source: JudgeSource;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly judgments: readonly AutomaticJudgment[];
}

export interface AutomaticJudges {
  readonly judges: readonly AutomaticJudge[];
}

export type AutomaticJudgesEdit =
  | { readonly kind: 'keep'; readonly judge: AutomaticJudge }
  | { readonly kind: 'remove'; readonly name: string };

export const NO_AUTOMATIC_JUDGES: AutomaticJudges = { judges: [] };

export function withAutomaticJudge({ judges }: AutomaticJudges, edit: AutomaticJudgesEdit): AutomaticJudges {
  const name = edit.kind === 'keep' ? edit.judge.name : edit.name;
  const others = judges.filter((judge) => judge.name !== name);
  return { judges: edit.kind === 'keep' ? [...others, edit.judge] : others };
}

/** One judge by name. Lines without a judge get the `asked` name; of two grades of a passage the last counts. */
export function judgesOfFiles(files: readonly JudgeFile[], asked: string, at: number): AutomaticJudge[] {
  const given = files.flatMap(({ path, namesJudges, grades }) =>
    grades.map((grade) => ({ path, name: namesJudges ? grade.judge : asked.trim(), grade })),
  );
  return [...groupBy(given, ({ name }) => name)].map(([name, own]) => ({
    name,
    source: { kind: 'file', files: [...new Set(own.map(({ path }) => path))] },
    at,
    judgments: own.map(({ grade: { query, doc, span, grade, reason } }) => ({
      query,
      doc,
      span,
      score: grade,
      ...(reason === '' ? {} : { reply: reason }),
    })),
  }));
}

/** Ids of systems that the judge is, or is part of: a judge favours what it would have done itself. */
export function systemsOfJudge(systems: readonly SystemSpec[], { name, source }: AutomaticJudge): string[] {
  const names = 'model' in source ? [name, source.model] : [name];
  const wanted = names.map((each) => each.trim().toLowerCase()).filter((each) => each !== '');
  return systems
    .filter((system) => textsIn(system).some((text) => wanted.some((each) => isOf(text, each))))
    .map(({ id }) => id);
}

/** Rewrites by a model have its name in theirs. */
const isOf = (text: string, name: string): boolean => text === name || (name.length > 5 && text.includes(name));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.toLowerCase()];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
