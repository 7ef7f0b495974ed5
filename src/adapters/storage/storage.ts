import { headerOf, isCurrent, RESULT_VERSION, type ResultRecord } from '../../contract/result';
import { HitrateError } from '../../contract/errors';
import { NO_AUTOMATIC_JUDGES, withAutomaticJudge } from '../../domain/automatic-judges/judgments';
import { annotated, NO_ANNOTATIONS } from '../../domain/diagnosis/annotations';
import type { JudgingPlan } from '../../domain/judging/plan';
import { NO_RUN_NOTES, withRunNote } from '../../domain/run-comparison/run-notes';
import type { RowBlock, StoragePort } from '../../contract/storage';
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

function artifacts(db: Database) {
  return {
    get: async (collection: string, key: string) => (await db.get('artifacts', [collection, key])) ?? null,
    has: async (collection: string, key: string) => (await db.count('artifacts', [collection, key])) > 0,
    put: (collection: string, key: string, value: unknown) =>
      writeFor(db, collection, ['artifacts'], (tx) => [
        () => tx.objectStore('artifacts').put(value, [collection, key]),
      ]),
  };
}

function rows(db: Database) {
  return {
    async *read(collection: string, namespace: string): AsyncGenerator<RowBlock & { own: boolean }> {
      const keys = await db.getAllKeysFromIndex('rows', 'namespace', namespace);
      const own = keys.filter(([owner]) => owner === collection);
      const others = keys.filter(([owner]) => owner !== collection);
      for (const key of [...own, ...others]) {
        const block = await db.get('rows', key);
        if (block) yield { ...block, own: block.collection === collection };
      }
    },
    add: (collection: string, namespace: string, block: RowBlock) =>
      writeFor(db, collection, ['rows'], async (tx) => {
        const store = tx.objectStore('rows');
        const last = await store.openKeyCursor(within(collection, namespace), 'prev');
        const next = last ? last.key[2] + 1 : 0;
        const key: [string, string, number, number] = [collection, namespace, next, block.keys.length];
        return [() => store.put({ ...block, collection, namespace }, key)];
      }),
    count: async (collection: string, namespace: string) => {
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

function results(db: Database) {
  return {
    list: async (collection: string) => {
      const all = await db.getAll('resultHeaders', within(collection));
      return all.sort((a, b) => b.createdAt - a.createdAt);
    },
    get: async (collection: string, key: string) => {
      const result = await db.get('results', [collection, key]);
      return result && isCurrent(result) ? result : null;
    },
    getOther: async (collection: string, key: string) => {
      const result = await db.get('results', [collection, key]);
      return result && !isCurrent(result) ? result : null;
    },
    has: async (collection: string, key: string) =>
      (await db.get('resultHeaders', [collection, key]))?.version === RESULT_VERSION,
    put: (result: ResultRecord) =>
      writeFor(db, result.collection, ['results', 'resultHeaders'], (tx) => [
        () => tx.objectStore('results').put(result, [result.collection, result.key]),
        () => tx.objectStore('resultHeaders').put(headerOf(result), [result.collection, result.key]),
      ]),
  };
}

function space(manager: StorageManager | undefined) {
  return {
    persist: async () => (await manager?.persist()) ?? false,
    usage: async () => {
      const { usage = 0, quota = 0 } = (await manager?.estimate()) ?? {};
      return { bytes: usage, quota, persistent: (await manager?.persisted()) ?? false };
    },
  };
}
