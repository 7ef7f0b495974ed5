import type { Json } from '../base/types';
import type { LostPart } from '../domain/workspace/rescue';
import type { WorkspaceProblem } from '../domain/workspace/manifest';
import type { CollectionRecord } from './storage';

export type CollectionSettings = Readonly<Record<string, Json>>;

export interface SavedWorkspace {
  readonly collection: string;
  readonly vectors: boolean;
  readonly settings: CollectionSettings;
  readonly app: string;
  readonly created: string;
}

export interface SavingProgress {
  readonly done: number;
  readonly total: number;
}

export interface WorkspaceReport {
  readonly name: string;
  readonly written: { readonly app: string; readonly created: string } | null;
  readonly problems: readonly WorkspaceProblem[];
  readonly more: number;
  readonly holds: WorkspaceHolds | null;
  readonly lost: readonly LostPart[];
}

export interface WorkspaceHolds {
  readonly docs: number;
  readonly queries: number;
  readonly judgments: number;
  readonly results: number;
  readonly runs: number;
  readonly vectors: boolean;
}

export interface WorkspaceApi {
  vectorBytes(input: { collection: string }): Promise<number>;
  /** @throws {HitrateError} `collection-missing`, `changed-elsewhere` */
  save(input: SavedWorkspace, progress: (step: SavingProgress) => void): Promise<Blob>;
  read(
    input: { path: string; file: Blob },
    progress: (step: { path: string; bytesRead: number; bytesTotal: number }) => void,
  ): Promise<WorkspaceReport>;
  open(input: { id: string }): Promise<{ readonly record: CollectionRecord; readonly settings: CollectionSettings }>;
}
