import type { DownloadedFrom } from '../../contract/privacy';
import type { LogEntry } from '../model-store/schema';

/** The airlock's log by the host that was asked, the one that was asked last first. */
export function downloadsOf(log: readonly LogEntry[]): DownloadedFrom[] {
  const hosts = new Map<string, LogEntry[]>();
  for (const entry of log) {
    const entries = hosts.get(entry.asked) ?? [];
    entries.push(entry);
    hosts.set(entry.asked, entries);
  }
  return [...hosts].map(([host, entries]) => ofHost(host, entries)).sort((a, b) => b.last - a.last);
}

function ofHost(host: string, entries: readonly LogEntry[]): DownloadedFrom {
  const times = entries.map(({ when }) => when);
  const answeredBy = new Set(entries.flatMap(({ answered }) => (answered === null ? [] : [answered])));
  answeredBy.delete(host);
  return {
    host,
    answeredBy: [...answeredBy].sort(),
    requests: entries.length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    first: times.reduce((a, b) => Math.min(a, b)),
    last: times.reduce((a, b) => Math.max(a, b)),
  };
}
