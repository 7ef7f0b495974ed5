import type { SystemReport } from './report';

type Timed = Pick<SystemReport, 'timings' | 'latency'>;

/**
 * What a question takes, wherever it is shown or decides: the latency of one question at a time where a system that ran
 * here has one (or none ran here), and else the times of batches. Never both: they are not comparable.
 */
export function questionTimes(systems: readonly Timed[]) {
  const own = systems.filter(({ timings }) => timings !== null);
  const isMeasured = (own.length > 0 ? own : systems).some(({ latency }) => latency);
  return {
    kind: isMeasured ? ('latency' as const) : own.length > 0 ? ('batches' as const) : ('none' as const),
    /** Median milliseconds; null where it is not known. */
    of: ({ timings, latency }: Timed): number | null =>
      (isMeasured ? latency?.medianMilliseconds : timings?.queryMedianMilliseconds) ?? null,
  };
}
