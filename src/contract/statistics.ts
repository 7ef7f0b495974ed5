import type { Comparison, ComparisonInput } from '../domain/statistics/types';

/** Statistics in a worker: resampling takes seconds. */
export interface StatisticsApi {
  compare(input: ComparisonInput): Promise<Comparison>;
}
