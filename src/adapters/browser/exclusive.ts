import { HitrateError } from '../../contract/errors';

/** Runs `task` while no other tab does; the lock also keeps this tab from being frozen. Without TLS: no lock. */
export async function exclusive<T>(task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  return (await navigator.locks.request('hitrate-run', { ifAvailable: true }, (lock) => {
    if (lock) return task();
    throw new HitrateError('already-running', null);
  })) as T;
}
