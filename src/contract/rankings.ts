import type { PackedRankings } from '../domain/run/packed';

/** Rankings and the time each question took, in milliseconds. */
export interface TimedRankings extends PackedRankings {
  readonly milliseconds: Float64Array;
}
