import { HitrateError } from '../../contract/errors';
import type { BlindSession, SessionList } from '../../domain/learning/blind-session';
import type { StoragePort } from '../../contract/storage';
import { changeArtifact, type Database } from './schema';

export const BLIND_PREFIX = 'blind ';

const recordKey = (comparison: string): string => `${BLIND_PREFIX}${comparison}`;
/** Six digits: keys are in the order of the lists. */
const listKey = (comparison: string, number: number) => `${recordKey(comparison)} ${String(number).padStart(6, '0')}`;

const beginning = (collection: string, prefix: string): IDBKeyRange =>
  IDBKeyRange.bound([collection, prefix], [collection, `${prefix.slice(0, -1)}!`], false, true);

export function blindComparisons(db: Database): StoragePort['blindComparisons'] {
  const changeSession = (collection: string, id: string, changed: (kept: BlindSession) => BlindSession) =>
    changeArtifact<BlindSession>(db, collection, recordKey(id), (kept) => {
      if (!kept) throw elsewhere();
      return changed(kept);
    });
  return {
    all: async (collection) => {
      const range = beginning(collection, BLIND_PREFIX);
      const keys = (await db.getAllKeys('artifacts', range)).filter(([, key]) => key.split(' ').length === 2);
      const found = await Promise.all(keys.map((key) => db.get('artifacts', key)));
      return (found as BlindSession[]).sort((a, b) => b.createdAt - a.createdAt);
    },
    lists: async (collection, comparison) =>
      (await db.getAll('artifacts', beginning(collection, `${recordKey(comparison)} `))) as SessionList[],
    add: (collection, comparison) =>
      changeArtifact<BlindSession>(db, collection, recordKey(comparison.id), (kept) => kept ?? comparison),
    addList: (collection, comparison, number, list) =>
      changeArtifact<SessionList>(db, collection, listKey(comparison, number), (kept) => {
        if (kept) throw elsewhere();
        return list;
      }),
    mark: (collection, comparison, number, marked) =>
      changeArtifact<SessionList>(db, collection, listKey(comparison, number), (kept) => {
        if (kept?.doneAt !== null) throw elsewhere();
        return { ...kept, ...marked };
      }),
    reveal: (collection, comparison, revealed) =>
      changeSession(collection, comparison, (kept) => (kept.revealed ? kept : { ...kept, revealed })),
    keep: (collection, comparison, system) =>
      changeSession(collection, comparison, (kept) => ({ ...kept, kept: [...(kept.kept ?? []), system] })),
  };
}

const elsewhere = () => new HitrateError('changed-elsewhere', { what: 'blind-list', name: '' });
