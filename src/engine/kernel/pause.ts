/** Longest stretch of work after which the page gets to paint and answer clicks, in milliseconds. */
const STRETCH_MS = 40;

/** Lets the page paint and answer clicks. A message, unlike a timer, is not held back in a background tab. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Called at each turn of a loop that would hold the page. */
export type Pace = () => Promise<void>;

/** When the stretch of work began that is under way: one for the whole page, since several short loops are one task. */
let began = performance.now();

/**
 * For loops that would hold the page: pauses when a stretch of work is over, and throws when the signal was aborted
 * meanwhile.
 */
export function pacer(signal?: AbortSignal): Pace {
  return async () => {
    // Either way: after a clock that ran ahead, as in a test, it would not pause again.
    if (Math.abs(performance.now() - began) < STRETCH_MS) return;
    await pause();
    began = performance.now();
    signal?.throwIfAborted();
  };
}
