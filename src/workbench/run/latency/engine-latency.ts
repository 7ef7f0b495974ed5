import type { RunTimes } from '../../../domain/dataset/outcome';
import type { Latency } from '../../../domain/report/report';
import { median, p95 } from '../../../domain/statistics/quantile';

/**
 * What an engine says of the time of its questions: median and 95th percentile over those that are evaluated and have a time. It is
 * the engine's own figure, on another machine and under another load, and is not measured here.
 *
 * @param positions of the evaluated questions among those of the run
 * @returns null where no evaluated question has a time
 */
export function latencyOfEngine(times: RunTimes | undefined, positions: readonly number[]): Latency | null {
  const milliseconds = positions.flatMap((position) => times?.milliseconds[position] ?? []);
  if (!times || milliseconds.length === 0) return null;
  return {
    medianMilliseconds: median(milliseconds),
    p95Milliseconds: p95(milliseconds),
    questions: milliseconds.length,
    devices: [],
    threads: 1,
    indexBytes: null,
    downloadBytes: 0,
    source: times.source,
  };
}
