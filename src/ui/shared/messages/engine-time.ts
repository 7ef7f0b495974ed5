import type { TimeSource } from '../../../domain/dataset/engine-results/result-report';
import type { Latency } from '../../../domain/report/report';
import { latencyText } from '../format';

/** Where an engine's own time stands in its response, beside a figure. */
const SOURCE_LABELS: Readonly<Record<TimeSource, string>> = {
  took: 'took',
  time: 'time',
  timing: 'timing',
  span: 'span',
  column: 'file',
};

/** A figure, with where it stands if an engine gives it of itself. */
export const sourcedText = (figure: string, source: TimeSource | undefined): string =>
  source ? `${figure} (${SOURCE_LABELS[source]})` : figure;

/** A latency that may decide, else what the system's engine says of itself, which decides nothing. */
export function recommendedTime(deciding: number | null, own: Latency | undefined): string {
  if (deciding !== null) return latencyText(deciding);
  return own ? sourcedText(latencyText(own.medianMilliseconds), own.source) : 'Unknown';
}
