import { existsSync, readFileSync } from 'node:fs';

const STATUS = '/proc/self/status';

/** Most memory that this process ever held, in MB. */
export function peakMegabytes(): number {
  // Elsewhere the system's own count must do; on Linux that one is at least what the parent held when it started this.
  if (!existsSync(STATUS)) return process.resourceUsage().maxRSS / 1000;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))![1]) / 1000;
}
