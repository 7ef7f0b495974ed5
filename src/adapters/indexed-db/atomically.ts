/**
 * All of some writes or none: one that throws before its request is made would else let the others commit, and one whose
 * transaction fails would else be an error that nobody catches.
 */
export async function atomically(
  tx: { readonly done: Promise<void>; abort(): void },
  writes: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const requests: Promise<unknown>[] = [tx.done];
  try {
    for (const write of writes) requests.push(write());
    await Promise.all(requests);
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It has ended by itself.
    }
    const [done] = await Promise.allSettled(requests);
    // Requests of a transaction that ran out of room are told as aborted: the transaction says why.
    throw done?.status === 'rejected' && isQuota(done.reason) ? done.reason : error;
  }
}

export const isQuota = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';
