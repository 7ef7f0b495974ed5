import { headerOf, type OtherResult, type ResultRecord } from '../../contract/result';
import type { CollectionRecord, KeptRun, KeptSupplied, SuppliedHeader } from '../../contract/storage';
import { freeCollectionName } from '../../domain/workspace/rescue';
import { atomically } from '../indexed-db/atomically';
import { datasetWrites } from '../storage/collections';
import { entryWrites } from '../storage/entries';
import type { Database } from '../storage/schema';
import { type StorageWriting, type Store, written } from '../storage/writing';
import type { WorkspaceContents } from './contents';
import { WRITTEN_STORES, type WorkspaceStore } from './stores';

type Write = () => Promise<unknown>;

/**
 * Stores the contents of a workspace as a new collection, in one transaction: all of it or nothing. Its name gets a number
 * where another collection has it.
 *
 * @param id that no collection has
 */
export async function storeContents(
  db: Database,
  id: string,
  name: string,
  contents: WorkspaceContents,
): Promise<CollectionRecord> {
  let record: CollectionRecord | null = null;
  await written(async () => {
    const tx: StorageWriting = db.transaction<Store[], 'readwrite'>([...WRITTEN_STORES], 'readwrite');
    const taken = (await tx.objectStore('collections').getAll()).map((each) => each.name);
    record = { ...contents.record, id, name: freeCollectionName(name, taken), origin: 'import' };
    const writes = writesOf(tx, record, contents);
    await atomically(
      tx,
      WRITTEN_STORES.flatMap((store) => writes[store]),
    );
  });
  return record!;
}

function writesOf(
  tx: StorageWriting,
  record: CollectionRecord,
  contents: WorkspaceContents,
): Readonly<Record<WorkspaceStore, readonly Write[]>> {
  const { id } = record;
  const { docs, questions, acts } = contents;
  const results = contents.results.map((each) => ({ ...each, collection: id }) as ResultRecord | OtherResult);
  const runs = contents.runs.map(({ header, run }): KeptRun => ({ header: { ...header, collection: id }, run }));
  const supplied = contents.supplied.map(({ header, content }): KeptSupplied => ({
    header: { ...header, collection: id } as SuppliedHeader,
    content,
  }));
  const numbers = new Map<string, number>();
  return {
    collections: [() => tx.objectStore('collections').add(record)],
    docs: datasetWrites(tx, id, { docs, ...questions }),
    // With the documents, as headers with what they are of.
    questions: [],
    acts: acts.map((act, i) => () => tx.objectStore('acts').put(act, [id, i])),
    runs: entryWrites(tx, runs),
    runHeaders: [],
    brought: entryWrites(tx, supplied),
    broughtHeaders: [],
    results: results.map((each) => () => tx.objectStore('results').put(each, [id, each.key])),
    resultHeaders: results.map((each) => () => tx.objectStore('resultHeaders').put(headerOf(each), [id, each.key])),
    artifacts: [...contents.artifacts].map(
      ([key, value]) =>
        () =>
          tx.objectStore('artifacts').put(value, [id, key]),
    ),
    rows: contents.rows.map((block) => () => {
      const number = numbers.get(block.namespace) ?? 0;
      numbers.set(block.namespace, number + 1);
      const value = { ...block, collection: id };
      return tx.objectStore('rows').put(value, [id, block.namespace, number, block.keys.length]);
    }),
  };
}
