import type { DocumentsProgress, SourceFile } from '../../contract/workers';
import type { CollectionRecord } from '../../contract/storage';
import type { Refresh } from '../../engine/collections/refresh-documents';
import type { WorkbenchPart } from '../../engine/workbench';
import { failureOf, type Failure } from '../shared/failure';

export type RefreshPhase = 'idle' | 'reading' | 'preview' | 'keeping' | 'failed';

/** Reading the files of a collection again: what would change is told before anything does. */
export class RefreshState {
  #phase = $state<RefreshPhase>('idle');
  #progress = $state.raw<DocumentsProgress | null>(null);
  #found = $state.raw<Refresh | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #abort: AbortController | null = null;

  constructor(
    private readonly workbench: WorkbenchPart<{ collections: 'refreshDocuments' | 'confirmRefresh' }>,
    private readonly onDone: (record: CollectionRecord) => void,
  ) {}

  get phase(): RefreshPhase {
    return this.#phase;
  }
  get progress(): DocumentsProgress | null {
    return this.#progress;
  }
  get found(): Refresh | null {
    return this.#found;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** Whether there is something to replace, and something left afterwards. */
  get ready(): boolean {
    const found = this.#found;
    if (this.#phase !== 'preview' || !found || found.docs.length === 0) return false;
    return found.changes.length + found.changedDocs + found.removedDocs > 0;
  }

  /** @param whole whether files that are not among those given are gone */
  async read(collection: CollectionRecord, files: readonly SourceFile[], whole: boolean): Promise<void> {
    if (this.#phase !== 'idle' || files.length === 0) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#phase = 'reading';
    try {
      const found = await this.workbench.collections.refreshDocuments(collection.id, placed(collection, files, whole), {
        whole,
        signal: abort.signal,
        progress: (step) => void (this.#progress = step),
      });
      if (abort.signal.aborted) return;
      this.#found = found;
      this.#phase = 'preview';
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#failure = failureOf(error);
      this.#phase = this.#failure ? 'failed' : 'idle';
    }
  }

  async confirm(): Promise<void> {
    const found = this.#found;
    if (!found || !this.ready) return;
    this.#phase = 'keeping';
    try {
      const record = await this.workbench.collections.confirmRefresh(found);
      this.discard();
      this.onDone(record);
    } catch (error) {
      this.#failure = failureOf(error);
      this.#phase = 'failed';
    }
  }

  discard(): void {
    this.#abort?.abort();
    this.#found = null;
    this.#progress = null;
    this.#failure = null;
    this.#phase = 'idle';
  }
}

/** A file that is picked by itself has no folder: it stands for the only one of its name, where there is one. */
function placed({ documents }: CollectionRecord, files: readonly SourceFile[], whole: boolean): readonly SourceFile[] {
  if (whole) return files;
  const paths = (documents?.files ?? []).map(({ path }) => path);
  return files.map((source) => {
    const same = paths.filter((path) => path === source.path || path.endsWith(`/${source.path}`));
    return same.length === 1 ? { ...source, path: same[0]! } : source;
  });
}
