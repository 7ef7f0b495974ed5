import { createContext } from 'svelte';
import type { DocumentsProgress, SourceFile } from '../../contract/workers';
import type { CollectionRecord } from '../../contract/storage';
import type { Refresh } from '../../workbench/collections/documents';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Intake } from '../shared/intake.svelte';

export class RefreshState extends Intake<Refresh, DocumentsProgress> {
  constructor(
    private readonly workbench: WorkbenchPart<{ collections: 'refreshDocuments' | 'confirmRefresh' }>,
    private readonly onDone: (record: CollectionRecord) => void,
  ) {
    super();
  }

  get ready(): boolean {
    const { found } = this;
    if (this.phase !== 'preview' || !found || found.docs.length === 0) return false;
    return found.changes.length + found.changedDocs + found.removedDocs > 0;
  }

  /** @param whole whether files that are not given are gone */
  async read(collection: CollectionRecord, files: readonly SourceFile[], whole: boolean): Promise<void> {
    if (this.phase !== 'idle' || files.length === 0) return;
    await this.reading.run(
      ({ signal, progress }) =>
        this.workbench.collections.refreshDocuments(collection.id, placed(collection, files, whole), {
          whole,
          signal,
          progress,
        }),
      (found) => (this.found = found),
    );
  }

  async keep(): Promise<void> {
    await this.store((found) => this.workbench.collections.confirmRefresh(found), this.onDone);
  }
}

export const [getRefreshing, setRefreshing] = createContext<RefreshState>();

/** A single file has no folder: it replaces the only one of its name, where there is one. */
function placed({ documents }: CollectionRecord, files: readonly SourceFile[], whole: boolean): readonly SourceFile[] {
  if (whole) return files;
  const paths = (documents?.files ?? []).map(({ path }) => path);
  return files.map((source) => {
    const same = paths.filter((path) => path === source.path || path.endsWith(`/${source.path}`));
    return same.length === 1 ? { ...source, path: same[0]! } : source;
  });
}
