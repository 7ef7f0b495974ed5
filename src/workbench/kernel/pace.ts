import { TextHash } from '../../base/hash';

/** Longest stretch of work after which the page gets to paint and answer clicks, in milliseconds. */
const STRETCH_MS = 40;

export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export type Pace = () => Promise<void>;

let began = performance.now();

export function pacer(signal?: AbortSignal): Pace {
  return async () => {
    // Either way: after a clock that ran ahead, as in a test, it would not pause again.
    if (Math.abs(performance.now() - began) < STRETCH_MS) return;
    await pause();
    began = performance.now();
    signal?.throwIfAborted();
  };
}

const STEP = 500;

export async function pacedMap<T, U>(items: readonly T[], map: (item: T) => U, pace: Pace): Promise<U[]> {
  const mapped: U[] = [];
  for (const item of items) {
    await pace();
    mapped.push(map(item));
  }
  return mapped;
}

export const byUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** `items.toSorted(compare)`, in stretches, stable. */
export async function pacedSort<T>(items: readonly T[], compare: (a: T, b: T) => number, pace: Pace): Promise<T[]> {
  let parts: T[][] = [];
  for (let at = 0; at < items.length; at += STEP) {
    await pace();
    parts.push(items.slice(at, at + STEP).sort(compare));
  }
  while (parts.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < parts.length; at += 2)
      merged.push(await merge(parts[at]!, parts[at + 1] ?? [], compare, pace));
    parts = merged;
  }
  return parts[0] ?? [];
}

async function merge<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number, pace: Pace) {
  const merged: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    if (merged.length % STEP === 0) await pace();
    merged.push(compare(left[l]!, right[r]!) <= 0 ? left[l++]! : right[r++]!);
  }
  return merged.concat(left.slice(l), right.slice(r));
}

export async function linesHash(lines: readonly string[], pace: Pace): Promise<string> {
  const hash = new TextHash();
  for (let at = 0; at < lines.length; at += STEP) {
    await pace();
    hash.add((at === 0 ? '' : '\n') + lines.slice(at, at + STEP).join('\n'));
  }
  return hash.digest();
}

/** Waits for all tasks, also where one fails: what is still under way would call workers that were freed. */
export async function together<const Tasks extends readonly Promise<unknown>[]>(
  tasks: Tasks,
): Promise<{ -readonly [Index in keyof Tasks]: Awaited<Tasks[Index]> }> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
