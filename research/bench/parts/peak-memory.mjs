import { existsSync, readFileSync } from 'node:fs';

/** The most memory that the page's process, which has its workers, held so far; NaN where the system tells nothing. */
export async function peakMemory(browser) {
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const told = processInfo
    .filter(({ type, id }) => type === 'renderer' && existsSync(`/proc/${id}/status`))
    .map(({ id }) => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1024);
  return told.length > 0 ? Math.max(...told) : NaN;
}
