import * as v from 'valibot';

/** Something reported to a person: a code and what its sentence needs, as plain data that crosses to workers. */
export type Problem<Data> = {
  readonly [Code in keyof Data]: { readonly code: Code; readonly data: Data[Code] };
}[keyof Data];

/** What is wrong with plain JSON from outside; `path` is as `systems.0.fusion.constant`, empty for the whole. */
export type JsonProblem<Data = Record<never, never>> = { readonly path: string } & (
  | Problem<Data>
  | { readonly message: string }
);

/** Problems of a part, with the path to it before theirs. */
export const problemsAt = <Each extends { readonly path: string }>(path: string, problems: readonly Each[]): Each[] =>
  problems.map((each) => ({ ...each, path: [path, each.path].filter((part) => part !== '').join('.') }));

/** What a schema refuses. An unknown field is reported as such, not as a type that is `never`. */
export const schemaProblems = (issues: readonly v.BaseIssue<unknown>[]): JsonProblem[] =>
  issues.map((issue) => ({
    path: v.getDotPath(issue) ?? '',
    message: issue.type === 'strict_object' && issue.expected === 'never' ? 'there is no such field' : issue.message,
  }));
