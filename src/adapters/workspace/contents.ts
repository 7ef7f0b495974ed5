import type { StoreNames } from 'idb';
import { headerOf, type OtherResult, type ResultRecord } from '../../contract/result';
import type {
  CollectionRecord,
  KeptRun,
  KeptSupplied,
  Questions,
  RowBlock,
  RunHeader,
  SuppliedHeader,
} from '../../contract/storage';
import type { CollectionSettings } from '../../contract/workspace';
import type { Supplied } from '../../domain/dataset/supplied/content';
import type { JudgingAct } from '../../domain/judging/acts';
import type { PackedRun } from '../../domain/run/packed';
import { freeName } from '../../domain/run/system-names';
import { PATHS } from '../../domain/workspace/manifest';
import { atomically } from '../indexed-db/atomically';
import { datasetWrites } from '../storage/collections';
import {
  ANNOTATIONS_KEY,
  AUTOMATIC_JUDGES_KEY,
  entryWrites,
  type Database,
  type HitrateSchema,
  JUDGES_KEY,
  JUDGING_PLAN_KEY,
  RUN_NOTES_KEY,
  type StorageWriting,
  type Store,
  written,
} from '../storage/schema';
import type { Doc } from '../../base/types';

export type SavedRecord = Omit<CollectionRecord, 'id' | 'name' | 'origin'>;

type Saved<Record> = Record extends unknown ? Omit<Record, 'collection'> : never;
export type SavedRunHeader = Saved<RunHeader>;
export type SavedSuppliedHeader = Saved<SuppliedHeader>;
export type SavedResult = Saved<ResultRecord | OtherResult>;
export type SavedRows = RowBlock & { readonly namespace: string };

export interface WorkspaceContents {
  readonly record: SavedRecord;
  readonly docs: readonly Doc[];
  readonly questions: Questions;
  readonly acts: readonly JudgingAct[];
  readonly runs: readonly { readonly header: SavedRunHeader; readonly run: PackedRun }[];
  readonly supplied: readonly { readonly header: SavedSuppliedHeader; readonly content: Supplied }[];
  readonly results: readonly SavedResult[];
  readonly artifacts: ReadonlyMap<string, unknown>;
  readonly rows: readonly SavedRows[];
  readonly settings: CollectionSettings;
}

/** Entries of what people wrote, by the keys of their artifacts. */
export const NOTE_PATHS: ReadonlyMap<string, string> = new Map([
  [ANNOTATIONS_KEY, PATHS.annotations],
  [RUN_NOTES_KEY, PATHS.runNotes],
  [JUDGING_PLAN_KEY, PATHS.judgingPlan],
  [JUDGES_KEY, PATHS.judges],
  [AUTOMATIC_JUDGES_KEY, PATHS.automaticJudges],
]);

/** What a workspace file does with each store. */
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

export const WRITTEN_STORES = (Object.keys(WORKSPACE_STORES) as (keyof typeof WORKSPACE_STORES)[]).filter(
  (store) => store !== 'settings',
);

/** Stores all of it or nothing, in one transaction. Its name gets a number if another collection has it. */
export async function storeContents(db: Database, id: string, name: string, contents: WorkspaceContents) {
  let record: CollectionRecord | null = null;
  await written(async () => {
    const tx: StorageWriting = db.transaction<Store[], 'readwrite'>([...WRITTEN_STORES], 'readwrite');
    const taken = (await tx.objectStore('collections').getAll()).map((each) => each.name);
    record = { ...contents.record, id, name: freeName(name, taken), origin: 'import' };
    const writes = writesOf(tx, record, contents);
    await atomically(
      tx,
      WRITTEN_STORES.flatMap((store) => writes[store]),
    );
  });
  return record!;
}

function writesOf(tx: StorageWriting, record: CollectionRecord, contents: WorkspaceContents) {
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
    artifacts: Array.from(contents.artifacts, ([key, value]) => {
      return () => tx.objectStore('artifacts').put(value, [id, key]);
    }),
    rows: contents.rows.map((block) => () => {
      const number = numbers.get(block.namespace) ?? 0;
      numbers.set(block.namespace, number + 1);
      const value = { ...block, collection: id };
      return tx.objectStore('rows').put(value, [id, block.namespace, number, block.keys.length]);
    }),
  };
}
