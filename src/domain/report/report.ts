import type { Json, QueryId } from '../../base/types';
import type { TimeSource } from '../dataset/outcome';
import type { StoredJudging } from '../evidence/counted';
import type { NoAnswerReport } from '../no-answer/no-answer';
import type { Device } from '../models/configuration';
import type { Comparison } from '../statistics/types';

/** Cost and loss of a vector search that is shortened or quantised, against exact search over whole vectors. */
export interface VectorSearchReport {
  readonly retriever: number;
  readonly depth: number;
  /** Questions, or texts that were asked in their place, over which means are taken. */
  readonly questions: number;
  /** Share of the nearest that are found, of equal scores any: of the first 10 among 10, and of whole lists. */
  readonly recallAt10: number;
  readonly recallAtDepth: number;
  readonly bytes: number;
  readonly exactBytes: number;
  /** Means; the embedding of questions is in neither. */
  readonly queryMilliseconds: number;
  readonly exactQueryMilliseconds: number;
  /** To make ready what is searched, the embedding of passages not counted. */
  readonly buildMilliseconds: number;
}

export interface Timings {
  readonly indexMilliseconds: number;
  readonly queryMedianMilliseconds: number;
  readonly queryP95Milliseconds: number;
  readonly totalMilliseconds: number;
}

/** What a question costs that is asked alone, models loaded and warm: see docs/latency.md. */
export interface Latency {
  readonly medianMilliseconds: number;
  readonly p95Milliseconds: number;
  readonly questions: number;
  readonly devices: readonly Device[];
  /** Threads of those models; 1 where there is none. */
  readonly threads: number;
  readonly indexBytes: number | null;
  /** Of the models that read passages or questions; 0 where there is none. */
  readonly downloadBytes: number;
  /** Of an external run: where its engine says what it took. Absent where it was measured here. */
  readonly source?: TimeSource;
}

export interface TieRange {
  readonly low: number;
  readonly high: number;
  readonly questions: number;
}

export interface SystemReport {
  readonly id: string;
  readonly measures: Readonly<Record<string, number>>;
  /** Values by canonical text of the measure, aligned with the questions of the report; NaN where one is left out. */
  readonly perQuery: Readonly<Record<string, Float64Array>>;
  readonly timings: Timings | null;
  /** What all questions took at each k, indexing not counted. Absent where every k is a cut of one list. */
  readonly millisecondsAtK?: Readonly<Record<number, number>>;
  /** Absent where it was not measured, and where the file of an external run has no times. */
  readonly latency?: Latency;
  /** Of each of its searches that stands in for exact search over whole vectors; absent where there is none. */
  readonly vectorSearch?: readonly VectorSearchReport[];
}

export interface Report {
  readonly systems: readonly SystemReport[];
  readonly ks: readonly number[];
  readonly measureTexts: readonly string[];
  readonly queries: readonly QueryId[];
  readonly judging?: StoredJudging;
  readonly estimate?: string;
  readonly manifest: Json;
  readonly noAnswer?: NoAnswerReport;
  /** Every pair of systems by every measure; absent where they were not asked for. */
  readonly comparisons?: readonly Comparison[];
}
