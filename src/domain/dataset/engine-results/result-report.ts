export const ENGINE_FAILURES = ['error', 'timed-out', 'failed-shards', 'degraded'] as const;
export type EngineFailure = (typeof ENGINE_FAILURES)[number];

export type TimeSource = 'took' | 'time' | 'timing' | 'span' | 'column';

export type ResultFinding =
  | EngineFailure
  | 'unmatched-questions'
  | 'ambiguous-questions'
  | 'questions-again'
  | 'unknown-passages'
  | 'repeated-passages'
  | 'passages-of-one-document';

export interface NamedPlace {
  readonly name: string;
  readonly line?: number;
  readonly field?: string;
}
