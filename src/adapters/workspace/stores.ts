import type { StoreNames } from 'idb';
import type { HitrateSchema } from '../storage/schema';

/**
 * What becomes of each store in a workspace file: in the file, in it where the person wants it, made again from what is in
 * it, or left where it is, since it is of this machine.
 */
export const WORKSPACE_STORES = {
  collections: 'saved',
  docs: 'saved',
  questions: 'saved',
  acts: 'saved',
  runs: 'saved',
  runHeaders: 'saved',
  brought: 'saved',
  broughtHeaders: 'saved',
  results: 'saved',
  resultHeaders: 'made-again',
  /** But for indexes of words, which are made again. */
  artifacts: 'saved',
  rows: 'optional',
  /** Speeds of this machine, which devices of it suit a model, whether the sample was installed. */
  settings: 'of-the-machine',
} as const satisfies Readonly<
  Record<StoreNames<HitrateSchema>, 'saved' | 'optional' | 'made-again' | 'of-the-machine'>
>;

type Stores = typeof WORKSPACE_STORES;
/** Those that are written when a file is opened. */
export type WorkspaceStore = {
  [Store in keyof Stores]: Stores[Store] extends 'of-the-machine' ? never : Store;
}[keyof Stores];

const isWritten = (store: keyof Stores): store is WorkspaceStore => WORKSPACE_STORES[store] !== 'of-the-machine';

export const WRITTEN_STORES: readonly WorkspaceStore[] = (Object.keys(WORKSPACE_STORES) as (keyof Stores)[]).filter(
  isWritten,
);
