import { orNull } from '../../base/containers';

export type Writes = readonly (() => Promise<unknown>)[];

/** All of some writes or none, each made when the one before is done: all of a large collection would hold the page. */
export async function atomically(tx: { readonly done: Promise<void>; abort(): void }, writes: Writes): Promise<void> {
  // Its failure is looked at below: it must not be an error that nobody catches before.
  tx.done.catch(() => undefined);
  try {
    for (const write of writes) await write();
    await tx.done;
  } catch (error) {
    abort(tx);
    const [done] = await Promise.allSettled([tx.done]);
    // Requests of a transaction that ran out of room are reported as aborted: the transaction says why.
    throw done.status === 'rejected' && isQuota(done.reason) ? done.reason : error;
  }
}

/** One that has ended by itself stays so. */
export const abort = (tx: { abort(): void }): unknown => orNull(() => tx.abort());

export const isNamed = (error: unknown, name: string): boolean => error instanceof DOMException && error.name === name;

export const isQuota = (error: unknown): boolean => isNamed(error, 'QuotaExceededError');

/** Sorts after every string and number that follows a prefix in a key. */
const LAST: never[] = [];

export const within = (...prefix: string[]): IDBKeyRange => IDBKeyRange.bound(prefix, [...prefix, LAST]);
