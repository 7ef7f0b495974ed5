import type { Latency } from '../../../domain/report/report';
import { DEVICE_NAMES } from '../../../domain/models/device';
import { bytes, counted, difference, intervalWords, latencyText, list, measure, MISSING } from '../format';

/** How a latency was measured: device, and of how many questions. */
export function latencyTitle({ p95Milliseconds, questions, devices, threads }: Latency): string {
  const on = devices.length === 0 ? 'without a model' : list(devices.map((device) => DEVICE_NAMES[device]));
  const many = threads > 1 ? `, ${counted(threads, 'thread')}` : '';
  return `Median of ${counted(questions, 'question')} asked one at a time; 95th percentile ${latencyText(p95Milliseconds)}; ${on}${many}`;
}

/** Where the figures of several systems were measured. */
export function deviceText(latencies: readonly Latency[]): string {
  const devices = [...new Set(latencies.flatMap(({ devices: each }) => each))].map((device) => DEVICE_NAMES[device]);
  const questions = latencies.map((latency) => latency.questions);
  const [least, most] = [Math.min(...questions), Math.max(...questions)];
  const range = least === most ? counted(least, 'question') : `${least} to ${counted(most, 'question')}`;
  return `${range}${devices.length > 0 ? `, models on ${list(devices)}` : ''}`;
}

export const indexSize = ({ indexBytes }: Latency): string => (indexBytes === null ? MISSING : bytes(indexBytes));

export const downloadSize = ({ downloadBytes }: Latency): string =>
  downloadBytes === 0 ? 'none' : bytes(downloadBytes);

interface MarkedSystem {
  readonly name: string;
  readonly value: number;
  /** Label of the measure. */
  readonly measure: string;
  readonly cost: number | null;
  /** To the recommended system; null for that one, and before it is known. */
  readonly difference: number | null;
  readonly interval: readonly [number, number] | null;
  /** Name of the recommended system. */
  readonly against: string;
}

/** A system's mark in a chart, for screen readers and in its tooltip. */
export function systemMark({
  name,
  value,
  measure: label,
  cost,
  difference: own,
  interval,
  against,
}: MarkedSystem): string {
  const time = cost === null ? 'no latency' : latencyText(cost);
  const range = interval ? `, 95 % interval ${intervalWords(interval)}` : '';
  const beside = own === null ? '' : `; ${difference(own, 3)} against ${against}${range}`;
  return `${name}: ${label} ${measure(value, 3)}, ${time}${beside}`;
}
