import { vi } from 'vitest';

/**
 * How often work lets the page in between, on a clock by which every look at it is a stretch later: how often it could on
 * any clock.
 */
export async function pausesOf(work: () => Promise<unknown>): Promise<number> {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  let pauses = 0;
  let working = true;
  const count = (): void => {
    if (!working) return;
    pauses++;
    setImmediate(count);
  };
  setImmediate(count);
  try {
    await work();
  } finally {
    working = false;
    clock.mockRestore();
  }
  return pauses;
}
