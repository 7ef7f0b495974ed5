import type { ImportProgress, SourceFile } from '../../contract/workers';
import type { CollectionSettings, OpenedWorkspace, SavingProgress, WorkspaceReport } from '../../contract/workspace';
import { type Ports, withWorker } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import { randomId } from './collections';

export interface SavingOptions extends Following<SavingProgress> {
  readonly vectors: boolean;
  readonly settings: CollectionSettings;
}

export const vectorBytes = ({ workspaces }: Ports, collection: string): Promise<number> =>
  withWorker(workspaces, undefined, (worker) => worker.vectorBytes({ collection }));

export function saveWorkspace(ports: Ports, collection: string, options: SavingOptions): Promise<Blob> {
  const { vectors, settings, signal, progress } = options;
  const app = ports.versions['hitrate'] ?? '';
  const input = { collection, vectors, settings, app, created: new Date().toISOString() };
  return withWorker(ports.workspaces, signal, (worker) => worker.save(input, progress));
}

export const readWorkspace = async (
  { workspaces }: Ports,
  { path, file }: SourceFile,
  { signal, progress }: Following<ImportProgress>,
): Promise<WorkspaceReport> => workspaces.with(signal).read({ path, file }, progress);

export async function openWorkspace({ workspaces, storage }: Ports, signal: AbortSignal): Promise<OpenedWorkspace> {
  const opened = await withWorker(workspaces, signal, (worker) => worker.open({ id: randomId() }));
  // Not awaited: some browsers ask the user, and the collection is kept whatever the answer.
  storage.space.persist().catch(() => undefined);
  return opened;
}
