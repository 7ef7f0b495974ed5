import type { DocumentsProgress, ReadDocuments, SourceFile } from '../../contract/workers';
import type { CollectionRecord } from '../../contract/storage';
import type { ColumnChoice, FoundTable } from '../../domain/documents/file-report';
import { NO_PREPARATION, type Preparation } from '../../domain/documents/preparation';
import type { PreparationEffects } from '../../domain/documents/prepare';
import type { WorkbenchPart } from '../../engine/workbench';
import { failureOf, type Failure } from '../shared/failure';
import { withTable } from './read-table';

export type DocumentsPhase = 'idle' | 'reading' | 'preview' | 'keeping' | 'failed';

/** From files to a collection of documents: read, look, choose what is done to them, then keep or discard. */
export class DocumentsState {
  #phase = $state<DocumentsPhase>('idle');
  #progress = $state.raw<DocumentsProgress | null>(null);
  #read = $state.raw<ReadDocuments | null>(null);
  #preparation = $state.raw<Preparation>(NO_PREPARATION);
  #effects = $state.raw<PreparationEffects | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #files: readonly SourceFile[] = [];
  /** Ends reading. */
  #abort: AbortController | null = null;
  /** Ends reading with what was read so far; null while nothing can be stopped. */
  #stop = $state.raw<AbortController | null>(null);
  /** Ends telling what the steps do. */
  #looking = $state.raw<AbortController | null>(null);
  name = $state('');

  constructor(
    private readonly workbench: WorkbenchPart<{
      collections: 'readDocuments' | 'previewPreparation' | 'keepDocuments';
    }>,
    private readonly onKept: (record: CollectionRecord) => void,
  ) {}

  get phase(): DocumentsPhase {
    return this.#phase;
  }
  get progress(): DocumentsProgress | null {
    return this.#progress;
  }
  get found(): ReadDocuments | null {
    return this.#read;
  }
  get preparation(): Preparation {
    return this.#preparation;
  }
  /** Whether what the steps do is worked out for another choice than that which {@link effects} is of. */
  get looking(): boolean {
    return this.#looking !== null;
  }
  /** What the steps do, each after those before it that are chosen; null until it is known. */
  get effects(): PreparationEffects | null {
    return this.#effects;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** Whether reading can be stopped so that what was read so far is shown. */
  get stoppable(): boolean {
    return this.#phase === 'reading' && this.#stop !== null;
  }
  get ready(): boolean {
    return this.#phase === 'preview' && this.name.trim() !== '' && (this.#read?.docs.length ?? 0) > 0;
  }

  /** @param files may still be gathered: dropped folders are walked after the drop */
  async read(files: readonly SourceFile[] | Promise<readonly SourceFile[]>): Promise<void> {
    if (this.#phase === 'reading' || this.#phase === 'keeping') return;
    this.discard();
    await this.#attempt(async (signal) => {
      this.#files = await files;
      signal.throwIfAborted();
      if (this.#files.length === 0) return void (this.#phase = 'idle');
      this.#stop = new AbortController();
      const stop = this.#stop.signal;
      const read = await this.workbench.collections.readDocuments(this.#files, { signal, stop, progress: this.#told });
      signal.throwIfAborted();
      this.name = read.name;
      this.#take(read);
    });
  }

  /** Reads a table again by other columns. */
  async chooseColumns(table: FoundTable, choice: ColumnChoice): Promise<void> {
    const before = this.#read;
    if (!before || this.#phase !== 'preview') return;
    await this.#attempt(async (signal) => {
      const known = Object.fromEntries(before.files.map(({ path, hash }) => [path, hash]));
      delete known[table.path];
      const files = this.#files.filter(({ path }) => table.path === path || table.path.startsWith(`${path}/`));
      const columns = { [table.path]: choice };
      const again = await this.workbench.collections.readDocuments(files, {
        columns,
        known,
        signal,
        progress: this.#told,
      });
      signal.throwIfAborted();
      this.#take(withTable(before, again, table.path));
    });
  }

  prepare(preparation: Preparation): void {
    this.#preparation = preparation;
    void this.#look();
  }

  async keep(): Promise<void> {
    const read = this.#read;
    if (!read || !this.ready) return;
    this.#looking?.abort();
    this.#phase = 'keeping';
    this.#failure = null;
    try {
      const record = await this.workbench.collections.keepDocuments(read, this.#preparation, this.name);
      this.discard();
      this.onKept(record);
    } catch (error) {
      // What was read is still there: the person can free space and try again.
      this.#failure = failureOf(error);
      this.#phase = 'preview';
      void this.#look();
    }
  }

  /** Ends reading: what was read so far is shown, and the other files are listed as not reached. */
  stop(): void {
    this.#stop?.abort();
    // A controller says nothing of its state to whoever shows it.
    this.#stop = null;
  }

  /** Ends reading. What was there before it is there again. */
  cancel(): void {
    if (this.#phase !== 'reading' || !this.#read) return this.discard();
    this.#abort?.abort();
    this.#phase = 'preview';
  }

  /** Ends whatever is under way and forgets the files. */
  discard(): void {
    this.#abort?.abort();
    this.#looking?.abort();
    this.#files = [];
    this.#read = null;
    this.#progress = null;
    this.#effects = null;
    this.#preparation = NO_PREPARATION;
    this.#failure = null;
    this.#phase = 'idle';
  }

  readonly #told = (step: DocumentsProgress): void => void (this.#progress = step);

  #take(read: ReadDocuments): void {
    this.#read = read;
    this.#phase = 'preview';
    void this.#look();
  }

  /** What was told for another choice stays until the new one is there, so that nothing jumps. */
  async #look(): Promise<void> {
    this.#looking?.abort();
    const read = this.#read;
    if (!read) return;
    const looking = new AbortController();
    this.#looking = looking;
    try {
      const effects = await this.workbench.collections.previewPreparation(read, this.#preparation, looking.signal);
      if (!looking.signal.aborted) this.#effects = effects;
    } catch (error) {
      if (!looking.signal.aborted) this.#failure = failureOf(error);
    } finally {
      if (this.#looking === looking) this.#looking = null;
    }
  }

  async #attempt(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#stop = null;
    this.#progress = null;
    this.#failure = null;
    this.#phase = 'reading';
    try {
      await task(abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#failure = failureOf(error);
      // What was found before stands where reading a table again did not work.
      this.#phase = this.#read ? 'preview' : this.#failure ? 'failed' : 'idle';
    }
  }
}
