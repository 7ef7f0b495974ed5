import type { Database } from './schema';
import { writeFor, written } from './writing';

/** Among the artifacts; no content key looks like them. */
export const ANNOTATIONS_KEY = 'annotations';
export const RUN_NOTES_KEY = 'run-notes';
export const JUDGING_PLAN_KEY = 'judging-plan';
export const JUDGES_KEY = 'judges';
export const AUTOMATIC_JUDGES_KEY = 'automatic-judges';

/**
 * What a person wrote beside the data of a collection, as one value among its artifacts, with which it is deleted.
 *
 * @param key no content key looks like it
 * @param none what is there before anything was written
 */
export function notes<Notes, Edit>(
  db: Database,
  key: string,
  none: Notes,
  changed: (notes: Notes, edit: Edit) => Notes,
) {
  return {
    get: async (collection: string): Promise<Notes> =>
      ((await db.get('artifacts', [collection, key])) as Notes | undefined) ?? none,
    change: async (collection: string, edit: Edit): Promise<Notes> => {
      let next = none;
      await written(() =>
        writeFor(
          db,
          collection,
          ['artifacts'],
          async (tx) => {
            const store = tx.objectStore('artifacts');
            const kept = (await store.get([collection, key])) as Notes | undefined;
            next = changed(kept ?? none, edit);
            return [() => store.put(next, [collection, key])];
          },
          // Written by a person: a crash a moment later must not take it.
          'strict',
        ),
      );
      return next;
    },
  };
}
