import type { TimeSource } from '../../../domain/dataset/outcome';
import type { Latency } from '../../../domain/report/report';
import { latencyText, counted, list } from '../format';
import { DEVICE_NAMES } from '../../../domain/models/configuration';

/** In a cell, and in a sentence. */
const SOURCES: Readonly<Record<TimeSource, readonly [label: string, text: string]>> = {
  took: ['took', '“took” of its responses'],
  time: ['time', '“time” of its responses'],
  timing: ['timing', '“timing” of its responses'],
  span: ['span', 'start and end of its spans'],
  column: ['file', 'a column of its file'],
};

/** A figure, with where it stands if an engine gives it of itself. */
export const sourcedText = (figure: string, source: TimeSource | undefined): string =>
  source ? `${figure} (${SOURCES[source][0]})` : figure;

/** A latency that may decide, else what the system's engine says of itself, which decides nothing. */
export function recommendedTime(deciding: number | null, own: Latency | undefined): string {
  // Without a latency, the time that decides is that of batches.
  if (deciding !== null) return `${latencyText(deciding)}${own ? '' : ' in batches'}`;
  return own ? sourcedText(latencyText(own.medianMilliseconds), own.source) : 'Unknown';
}

export function latencyTitle({ p95Milliseconds, questions, devices, threads, source }: Latency): string {
  if (source)
    return `Median of ${counted(questions, 'question')} as its engine gives it (${SOURCES[source][1]}), not measured here; 95th percentile ${latencyText(p95Milliseconds)}`;
  const on = devices.length === 0 ? 'without a model' : list(devices.map((device) => DEVICE_NAMES[device]));
  const many = threads > 1 ? `, ${counted(threads, 'thread')}` : '';
  return `Median of ${counted(questions, 'question')} asked one at a time; 95th percentile ${latencyText(p95Milliseconds)}; ${on}${many}`;
}

export const measuredHere = (latencies: readonly Latency[]): readonly Latency[] =>
  latencies.filter(({ source }) => source === undefined);

export function engineTimesText(latencies: readonly Latency[]): string {
  const sources = latencies.flatMap(({ source }) => source ?? []);
  if (sources.length === 0) return '';
  const from = list([...new Set(sources)].map((source) => SOURCES[source][1]));
  return `${counted(sources.length, 'external run')} ${sources.length === 1 ? 'has' : 'have'} the time that the engine gives (${from}): it was taken on its machine, and is not measured here.`;
}

/** Where the figures of several systems were measured. @param latencies measured here */
export function deviceText(latencies: readonly Latency[]): string {
  const used = new Set(latencies.flatMap(({ devices: each }) => each));
  // The title of each system's latency says which model had threads.
  const isMixed = used.has('wasm') && used.has('wasm-single');
  const devices = new Set([...used].map((device) => (isMixed && device !== 'webgpu' ? 'WASM' : DEVICE_NAMES[device])));
  const questions = latencies.map((latency) => latency.questions);
  const [least, most] = [Math.min(...questions), Math.max(...questions)];
  const range = least === most ? counted(least, 'question') : `${least} to ${counted(most, 'question')}`;
  return `${range}${devices.size > 0 ? `, models on ${list([...devices])}` : ''}`;
}

export function latencyNote(latencies: readonly Latency[], before: string): string {
  const here = measuredHere(latencies);
  return [here.length > 0 ? `${before}: ${deviceText(here)}.` : '', engineTimesText(latencies)]
    .filter((text) => text !== '')
    .join(' ');
}
