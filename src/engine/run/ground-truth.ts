import type { Qrels, Requirements } from '../../base/types';

/** What the judgments of a collection say. */
export interface GroundTruth {
  readonly qrels: Qrels;
  readonly requirements: Requirements;
  /** Highest grade of all judgments: the end of the scale on which ERR measures. */
  readonly maxGrade: number;
}
