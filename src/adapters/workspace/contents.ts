import type { OtherResult, ResultRecord } from '../../contract/result';
import type { CollectionRecord, Questions, RowBlock, RunHeader, SuppliedHeader } from '../../contract/storage';
import type { CollectionSettings } from '../../contract/workspace';
import type { Supplied } from '../../domain/dataset/supplied/content';
import type { JudgingAct } from '../../domain/judging/act';
import type { PackedRun } from '../../domain/run/packed';
import type { Doc } from '../../base/types';

/** What a collection has wherever it is; its name is in the manifest. */
export type SavedRecord = Omit<CollectionRecord, 'id' | 'name' | 'origin'>;

type OfCollection = 'collection';
export type SavedRunHeader = Omit<RunHeader, OfCollection>;
/** Of each kind, since it is a union. */
export type SavedSuppliedHeader = SuppliedHeader extends infer Header
  ? Header extends SuppliedHeader
    ? Omit<Header, OfCollection>
    : never
  : never;
export type SavedResult = Omit<ResultRecord, OfCollection> | Omit<OtherResult, OfCollection>;
export type SavedRows = RowBlock & { readonly namespace: string };

/** A collection with all that was made of it, as a workspace file holds it. */
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
