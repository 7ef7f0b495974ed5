import type { ImportProgress, SourceFile } from '../../contract/workers';
import type { SavedWorkspace, SavingProgress } from '../../contract/workspace';
import { type Ports, withWorker } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import { randomId } from './collections';
import type { KeptQuestions } from './kept-questions';

interface SavingOptions extends Following<SavingProgress>, Pick<SavedWorkspace, 'vectors' | 'settings'> {}

export function workspacesOf({ workspaces, storage, versions }: Ports, questions: KeptQuestions) {
  return {
    vectorBytes: (collection: string) =>
      withWorker(workspaces, undefined, (worker) => worker.vectorBytes({ collection })),
    save: async (collection: string, { vectors, settings, signal, progress }: SavingOptions) => {
      // Judgments hold all acts then, as they will where the file is opened.
      await questions.settle(collection);
      const app = versions['hitrate'] ?? '';
      const input = { collection, vectors, settings, app, created: new Date().toISOString() };
      return withWorker(workspaces, signal, (worker) => worker.save(input, progress));
    },
    read: ({ path, file }: SourceFile, { signal, progress }: Following<ImportProgress>) =>
      workspaces.with(signal).read({ path, file }, progress),
    /** Stores what was read last as a new collection. An abort leaves nothing of it. */
    open: async (signal: AbortSignal) => {
      const opened = await withWorker(workspaces, signal, (worker) => worker.open({ id: randomId() }));
      // Not awaited: some browsers ask the user, and the collection is kept whatever the answer.
      storage.space.persist().catch(() => undefined);
      return opened;
    },
    discard: () => workspaces.release(),
  };
}
