import type { SourceFile } from '../../contract/workers';
import type {
  CollectionSettings,
  OpenedWorkspace,
  ReadingProgress,
  SavingProgress,
  WorkspaceReport,
} from '../../contract/workspace';
import { type Ports, withWorker } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import { randomId } from './collections';
import type { KeptQuestions } from './kept-questions';

export interface SavingOptions extends Following<SavingProgress> {
  readonly vectors: boolean;
  readonly settings: CollectionSettings;
}

export interface Workspaces {
  /** Bytes of the computed vectors and scores of a collection. */
  vectorBytes(id: string): Promise<number>;
  save(id: string, options: SavingOptions): Promise<Blob>;
  /** Reads a file without storing it; what can be opened is held until it is opened or discarded. */
  read(file: SourceFile, options: Following<ReadingProgress>): Promise<WorkspaceReport>;
  /** Stores what was read last as a new collection. An abort leaves nothing of it. */
  open(signal: AbortSignal): Promise<OpenedWorkspace>;
  discard(): void;
}

export function workspacesOf(ports: Ports, questions: KeptQuestions): Workspaces {
  const { workspaces, storage } = ports;
  return {
    vectorBytes: (collection) => withWorker(workspaces, undefined, (worker) => worker.vectorBytes({ collection })),
    async save(collection, { vectors, settings, signal, progress }) {
      // Judgments hold all acts then, as they will where the file is opened.
      await questions.settle(collection);
      const created = new Date().toISOString();
      const input = { collection, vectors, settings, app: ports.versions['hitrate'] ?? '', created };
      return withWorker(workspaces, signal, (worker) => worker.save(input, progress));
    },
    read: ({ path, file }, { signal, progress }) => workspaces.with(signal).read({ path, file }, progress),
    async open(signal) {
      const opened = await withWorker(workspaces, signal, (worker) => worker.open({ id: randomId() }));
      // Not awaited: some browsers ask the user, and the collection is kept whatever the answer.
      storage.space.persist().catch(() => undefined);
      return opened;
    },
    discard: () => workspaces.release(),
  };
}
