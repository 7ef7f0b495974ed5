import * as v from 'valibot';

/**
 * Something that is reported to a person, as a code with what its sentence needs. `Data` has one entry for each code; the
 * sentences are in the catalogues of `ui/shared/messages`. Plain data: it crosses to workers and can be stored.
 */
export type Problem<Data> = {
  readonly [Code in keyof Data]: { readonly code: Code; readonly data: Data[Code] };
}[keyof Data];

/**
 * What is wrong with plain JSON from outside, and the path into it, as `systems.0.fusion.constant`; empty where it is
 * wrong as a whole. What a schema refuses is in the words of its library.
 */
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
