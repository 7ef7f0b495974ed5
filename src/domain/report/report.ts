import type { Comparison } from '../statistics/types';
import type { Json, QueryId } from '../../base/types';
import type { VectorSearchReport } from './vector-search';

/** Measured times of a system, all in milliseconds. */
export interface Timings {
  /** Indexing and embedding the passages, when they were; loading models is not in it. */
  readonly indexMilliseconds: number;
  readonly queryMedianMilliseconds: number;
  readonly queryP95Milliseconds: number;
  /** Index and all questions. */
  readonly totalMilliseconds: number;
}

export interface SystemReport {
  readonly id: string;
  /** Means (sums of counts, geometric means of `gm_map`) by canonical text of the measure, as `HitRate@5`. */
  readonly measures: Readonly<Record<string, number>>;
  /** Values by canonical text of the measure, aligned with the questions of the report; NaN where one is left out. */
  readonly perQuery: Readonly<Record<string, Float64Array>>;
  /** Null for a run that was made elsewhere. */
  readonly timings: Timings | null;
  /** Of each of its searches that stands in for exact search over whole vectors; absent where there is none. */
  readonly vectorSearch?: readonly VectorSearchReport[];
}

/** What an experiment found: all that the exporters read. */
export interface Report {
  readonly systems: readonly SystemReport[];
  readonly ks: readonly number[];
  /** Canonical texts, in the order in which they are shown. */
  readonly measureTexts: readonly string[];
  readonly queries: readonly QueryId[];
  /** How the numbers came about: versions, hashes, device, warnings. */
  readonly manifest: Json;
  /** Every pair of systems by every measure; absent where they were not asked for. */
  readonly comparisons?: readonly Comparison[];
}
