/** All of some writes or none, each made when the one before is done: all of a large collection would hold the page. */
export async function atomically(
  tx: { readonly done: Promise<void>; abort(): void },
  writes: readonly (() => Promise<unknown>)[],
): Promise<void> {
  // Its failure is looked at below: it must not be an error that nobody catches before.
  tx.done.catch(() => undefined);
  try {
    for (const write of writes) await write();
    await tx.done;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It has ended by itself.
    }
    const [done] = await Promise.allSettled([tx.done]);
    // Requests of a transaction that ran out of room are reported as aborted: the transaction says why.
    throw done.status === 'rejected' && isQuota(done.reason) ? done.reason : error;
  }
}

export const isQuota = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Sorts after every string and number that follows a prefix in a key. */
const LAST: never[] = [];

export const within = (...prefix: string[]): IDBKeyRange => IDBKeyRange.bound(prefix, [...prefix, LAST]);
