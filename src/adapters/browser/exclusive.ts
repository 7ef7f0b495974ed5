import { HitrateError } from '../../contract/errors';

const LOCK = 'hitrate-run';

/** Runs `task` while no other tab does; the lock also keeps this tab from being frozen. Without TLS: no lock. */
export async function exclusive<T>(task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  return (await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock) return task();
    throw new HitrateError('already-running', null);
  })) as T;
}

/** Whether a tab runs one; false without TLS. */
export async function underWay(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOCK);
}
