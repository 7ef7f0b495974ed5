import { headerOf, isCurrent, RESULT_VERSION, withChunkings } from '../../contract/result';
import { HitrateError } from '../../contract/errors';
import { NO_AUTOMATIC_JUDGES, withAutomaticJudge } from '../../domain/automatic-judges/judgments';
import { annotated, NO_ANNOTATIONS } from '../../domain/diagnosis/annotations';
import type { JudgingPlan } from '../../domain/judging/plan';
import { NO_RUN_NOTES, withRunNote } from '../../domain/run-comparison/run-notes';
import type { StoragePort } from '../../contract/storage';
import type { Judges } from '../../domain/judging/judges';
import { atomically, within } from '../indexed-db/atomically';
import { explainingClose } from '../indexed-db/kept-open';
import { blindComparisons } from './blind-comparisons';
import { announced, channelOf } from './changes';
import { collections, questions } from './collections';
import {
  ANNOTATIONS_KEY,
  AUTOMATIC_JUDGES_KEY,
  type Database,
  DOCUMENTS,
  type Entry,
  ENTRY_STORES,
  type EntryKind,
  entryWrites,
  JUDGES_KEY,
  JUDGING_PLAN_KEY,
  keyOf,
  notes,
  READ,
  RUN_NOTES_KEY,
  writeFor,
  written,
} from './schema';

export function createStorage(opened: Database, manager?: StorageManager): StoragePort {
  const db = explainingClose(opened, DOCUMENTS.what);
  const stores = {
    collections: collections(db),
    questions: questions(db),
    judges: {
      get: async (collection: string) =>
        ((await db.get('artifacts', [collection, JUDGES_KEY])) as Judges | undefined) ?? null,
    },
    annotations: notes(db, ANNOTATIONS_KEY, NO_ANNOTATIONS, annotated),
    runNotes: notes(db, RUN_NOTES_KEY, NO_RUN_NOTES, withRunNote),
    judgingPlan: notes<JudgingPlan | null, JudgingPlan>(db, JUDGING_PLAN_KEY, null, (_, plan) => plan),
    automaticJudges: notes(db, AUTOMATIC_JUDGES_KEY, NO_AUTOMATIC_JUDGES, withAutomaticJudge),
    blindComparisons: blindComparisons(db),
    artifacts: artifacts(db),
    rows: rows(db),
    runs: entries(db, 'runs'),
    supplied: entries(db, 'supplied'),
    results: results(db),
    settings: {
      get: (key: string) => db.get('settings', key),
      put: (key: string, value: unknown) => written(async () => void (await db.put('settings', value, key))),
    },
    space: space(manager),
  };
  return announced(stores, channelOf(db.name));
}

function artifacts(db: Database): StoragePort['artifacts'] {
  return {
    get: async (collection, key) => (await db.get('artifacts', [collection, key])) ?? null,
    has: async (collection, key) => (await db.count('artifacts', [collection, key])) > 0,
    put: (collection, key, value) =>
      writeFor(db, collection, ['artifacts'], (tx) => [
        () => tx.objectStore('artifacts').put(value, [collection, key]),
      ]),
  };
}

function rows(db: Database): StoragePort['rows'] {
  return {
    async *read(collection, namespace) {
      const keys = await db.getAllKeysFromIndex('rows', 'namespace', namespace);
      const own = keys.filter(([owner]) => owner === collection);
      const others = keys.filter(([owner]) => owner !== collection);
      for (const key of [...own, ...others]) {
        const block = await db.get('rows', key);
        if (block) yield { ...block, own: block.collection === collection };
      }
    },
    add: (collection, namespace, block) =>
      writeFor(db, collection, ['rows'], async (tx) => {
        const store = tx.objectStore('rows');
        const last = await store.openKeyCursor(within(collection, namespace), 'prev');
        const next = last ? last.key[2] + 1 : 0;
        const key: [string, string, number, number] = [collection, namespace, next, block.keys.length];
        return [() => store.put({ ...block, collection, namespace }, key)];
      }),
    count: async (collection, namespace) => {
      const keys = await db.getAllKeys('rows', within(collection, namespace));
      return keys.reduce((sum, [, , , count]) => sum + count, 0);
    },
  };
}

function entries<Kind extends EntryKind>(db: Database, kind: Kind) {
  const { headers, values } = ENTRY_STORES[kind];
  return {
    list: async (collection: string) => {
      const all = (await db.getAll(headers, within(collection))) as Entry<Kind>['header'][];
      return all.sort((a, b) => a.addedAt - b.addedAt);
    },
    get: async (collection: string, name: string): Promise<Entry<Kind>['value'] | null> => {
      const written = await db.get(values, [collection, name]);
      return written === undefined ? null : READ[kind](written as never);
    },
    add: (collection: string, added: readonly Entry<Kind>['added'][]) =>
      writeFor(db, collection, [values, headers], async (tx) => {
        for (const key of added.map(keyOf)) {
          // As by another tab since names were chosen.
          if ((await tx.objectStore(headers).getKey(key)) !== undefined)
            throw new HitrateError('changed-elsewhere', { what: 'entry', name: key[1] });
        }
        return entryWrites(tx, added);
      }),
    remove: async (collection: string, name: string) => {
      const tx = db.transaction([values, headers], 'readwrite');
      await atomically(
        tx,
        [values, headers].map((store) => () => tx.objectStore(store).delete([collection, name])),
      );
    },
  };
}

function results(db: Database): StoragePort['results'] {
  return {
    list: async (collection) => {
      const all = await db.getAll('resultHeaders', within(collection));
      return all.sort((a, b) => b.createdAt - a.createdAt);
    },
    get: async (collection, key) => {
      const result = await db.get('results', [collection, key]);
      return result && isCurrent(result) ? withChunkings(result) : null;
    },
    getOther: async (collection, key) => {
      const result = await db.get('results', [collection, key]);
      return result && !isCurrent(result) ? result : null;
    },
    has: async (collection, key) => (await db.get('resultHeaders', [collection, key]))?.version === RESULT_VERSION,
    put: (result) =>
      writeFor(db, result.collection, ['results', 'resultHeaders'], (tx) => [
        () => tx.objectStore('results').put(result, [result.collection, result.key]),
        () => tx.objectStore('resultHeaders').put(headerOf(result), [result.collection, result.key]),
      ]),
  };
}

function space(manager: StorageManager | undefined): StoragePort['space'] {
  return {
    persist: async () => (await manager?.persist()) ?? false,
    usage: async () => {
      const { usage = 0, quota = 0 } = (await manager?.estimate()) ?? {};
      return { bytes: usage, quota, persistent: (await manager?.persisted()) ?? false };
    },
  };
}
