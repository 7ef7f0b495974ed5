/** What an engine says went wrong, or was left out, while it answered. */
export const ENGINE_FAILURES = ['error', 'timed-out', 'failed-shards', 'degraded'] as const;
export type EngineFailure = (typeof ENGINE_FAILURES)[number];

/** Where the time of a question comes from: a member of a response, a span, a column. */
export type TimeSource = 'took' | 'time' | 'timing' | 'span' | 'column';

export type ResultFinding =
  | EngineFailure
  | 'unmatched-questions'
  | 'ambiguous-questions'
  | 'questions-again'
  | 'unknown-passages'
  | 'repeated-passages'
  | 'passages-of-one-document';

/** Something in a file, with what it is called. */
export interface NamedPlace {
  readonly name: string;
  readonly line?: number;
  readonly field?: string;
}
