import { HitrateError } from '../../contract/errors';
import type { KeptSupplied, KeptRun } from '../../contract/storage';
import type { StorageWriting } from './writing';

/** Writes of runs, each with its header. */
export const runWrites = (tx: StorageWriting, runs: readonly KeptRun[]): (() => Promise<unknown>)[] =>
  runs.flatMap(({ header, run }) => [
    () => tx.objectStore('runs').put(run, [header.collection, header.system]),
    () => tx.objectStore('runHeaders').put(header, [header.collection, header.system]),
  ]);

/** Writes of rewrites and vectors, each with its header. */
export const suppliedWrites = (tx: StorageWriting, brought: readonly KeptSupplied[]): (() => Promise<unknown>)[] =>
  brought.flatMap(({ header, content }) => [
    () => tx.objectStore('brought').put(content, [header.collection, header.name]),
    () => tx.objectStore('broughtHeaders').put(header, [header.collection, header.name]),
  ]);

/** @throws {HitrateError} `changed-elsewhere` where one of the keys is taken, as by another tab since names were chosen */
export async function requireFree(
  store: { getKey(key: [string, string]): Promise<unknown> },
  keys: readonly [string, string][],
): Promise<void> {
  for (const key of keys) {
    if ((await store.getKey(key)) !== undefined)
      throw new HitrateError('changed-elsewhere', { what: 'entry', name: key[1] });
  }
}
