import { HitrateError } from '../../contract/errors';

/**
 * Runs `task` while no other tab runs one. The held lock also keeps the browser from freezing this tab in the
 * background. Without TLS there are no locks, and none is taken.
 */
export async function exclusive<T>(task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  return (await navigator.locks.request('hitrate-run', { ifAvailable: true }, (lock) => {
    if (lock) return task();
    throw new HitrateError('already-running', null);
  })) as T;
}
