import type { DBSchema, IDBPDatabase } from 'idb';
import type { StoredModel, PartialDownload } from '../../contract/models';
import type { RepositoryFile } from '../../domain/models/repository';
import { type DatabaseDefinition, type OnBlocked, openVersioned } from '../indexed-db/versioned';

export interface PartialFile extends RepositoryFile {
  readonly done: number;
  readonly parts: number;
  /** Of the answer that the kept bytes came with; null where the host gives none. */
  readonly etag: string | null;
  /** SHA-256 of the file once it is whole and checked. */
  readonly digest: string | null;
}

export interface PartialDownloadRecord extends Pick<PartialDownload, 'id' | 'origin' | 'choice'> {
  readonly folder: string;
  readonly files: readonly PartialFile[];
  readonly startedAt: number;
  readonly touchedAt: number;
  /** Who writes: whoever resumes a download puts another name, and the one before can write no more. */
  readonly turn: string;
}

export interface LogEntry {
  readonly when: number;
  /** Origin that was asked, as `https://huggingface.co` … */
  readonly asked: string;
  /** … and the one that answered after redirects; the same where there were none, null where nothing was answered. */
  readonly answered: string | null;
  /** Of the address that was asked, without its query. */
  readonly path: string;
  /** HTTP status; 0 where nothing was answered. */
  readonly status: number;
  readonly bytes: number;
}

export interface ModelSchema extends DBSchema {
  /** A record is put only when all files are there, and were checked; their keys begin with its folder. */
  models: { key: string; value: { readonly model: StoredModel; readonly folder: string } };
  /** Files in pieces: `[folder, path, number]` */
  parts: { key: [string, string, number]; value: Blob };
  downloads: { key: string; value: PartialDownloadRecord };
  log: { key: number; value: LogEntry };
}

export type ModelDatabase = IDBPDatabase<ModelSchema>;

const MODELS: DatabaseDefinition = {
  name: 'hitrate-models',
  what: 'models',
  migrations: [
    {
      creates: [
        { name: 'models' },
        { name: 'parts' },
        { name: 'downloads', keyPath: 'id' },
        { name: 'log', autoIncrement: true },
      ],
    },
  ],
};

/** The database of models, apart from that of documents: the page that downloads models opens this one only. */
export const openModelDatabase = (name?: string, onBlocked?: OnBlocked): Promise<ModelDatabase> =>
  openVersioned(MODELS, name, onBlocked);
