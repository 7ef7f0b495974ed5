/** Nothing has come from a host for too long, which counts as a line that was cut. */
export class Stalled extends TypeError {
  constructor(readonly milliseconds: number) {
    super(`Nothing has come for ${milliseconds / 1000} seconds.`);
  }
}

/** What is waited for, where it comes in time. @param end ends what was waited for @throws {Stalled} */
export async function inTime<T>(waited: Promise<T>, milliseconds: number, end: (why: Stalled) => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const why = new Stalled(milliseconds);
      reject(why);
      end(why);
    }, milliseconds);
  });
  try {
    return await Promise.race([waited, late]);
  } finally {
    clearTimeout(timer!);
  }
}

/** @throws {DOMException} `AbortError` as soon as it is cancelled */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
