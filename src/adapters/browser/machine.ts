/** WebGPU, which TypeScript's library does not know yet. */
interface Gpu {
  requestAdapter(): Promise<{
    readonly info?: { vendor?: string; architecture?: string; description?: string };
  } | null>;
}

/** What computes on this machine, in words: another text is another machine, or another browser. */
export async function machine(): Promise<{ name: string; gpu: boolean }> {
  const adapter = await (navigator as { gpu?: Gpu }).gpu?.requestAdapter().catch(() => null);
  const { vendor = '', architecture = '', description = '' } = adapter?.info ?? {};
  const gpu = [vendor, architecture, description].filter(Boolean).join(' ') || 'a GPU without a name';
  const parts = [
    navigator.userAgent,
    `${navigator.hardwareConcurrency} processors`,
    crossOriginIsolated ? 'threads' : 'one thread',
    adapter ? gpu : 'no GPU',
  ];
  return { name: parts.join(', '), gpu: Boolean(adapter) };
}
