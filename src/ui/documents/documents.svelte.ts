import { createContext } from 'svelte';
import type { DocumentsProgress, ReadDocuments, SourceFile } from '../../contract/workers';
import type { CollectionRecord } from '../../contract/storage';
import type { ColumnChoice, FoundTable } from '../../domain/documents/file-report';
import { NO_PREPARATION, type Preparation } from '../../domain/documents/preparation';
import type { PreparationEffects } from '../../domain/documents/prepare';
import type { WorkbenchPart } from '../../engine/workbench';
import type { Failure } from '../shared/failure';
import { Intake } from '../shared/intake.svelte';
import { Task } from '../shared/task.svelte';

/** From files to a collection of documents: read, look, choose what is done to them, then keep or discard. */
export class DocumentsState extends Intake<ReadDocuments, DocumentsProgress> {
  preparation = $state.raw<Preparation>(NO_PREPARATION);
  /** What the steps do, each after those before it that are chosen; null until it is known. */
  effects = $state.raw<PreparationEffects | null>(null);
  name = $state('');
  /** Calculates the effect of the steps; that of another choice stays until the new one is there, so that nothing jumps. */
  readonly looking = new Task();
  /** Whether what is read are documents, whose reading can be stopped so that what was read so far is shown. */
  stoppable = $state(false);
  #files: readonly SourceFile[] = [];

  constructor(
    private readonly workbench: WorkbenchPart<{
      collections: 'readDocuments' | 'previewPreparation' | 'keepDocuments';
    }>,
    private readonly onKept: (record: CollectionRecord) => void,
  ) {
    super();
  }

  override get failure(): Failure | null {
    return super.failure ?? this.looking.failure;
  }
  get ready(): boolean {
    return this.phase === 'preview' && this.name.trim() !== '' && (this.found?.docs.length ?? 0) > 0;
  }

  /** @param files may still be gathered: dropped folders are walked after the drop */
  async read(files: readonly SourceFile[] | Promise<readonly SourceFile[]>): Promise<void> {
    if (this.reading.busy || this.keeping.busy) return;
    this.discard();
    await this.reading.run(
      async (context) => {
        this.#files = await files;
        context.signal.throwIfAborted();
        if (this.#files.length === 0) return null;
        this.stoppable = true;
        return this.workbench.collections.readDocuments(this.#files, context);
      },
      (read) => {
        if (!read) return;
        this.name = read.name;
        this.#take(read);
      },
    );
    this.stoppable = false;
  }

  /** Reads a table again by other columns. */
  async chooseColumns(table: FoundTable, choice: ColumnChoice): Promise<void> {
    const before = this.found;
    if (!before || this.phase !== 'preview') return;
    const known = Object.fromEntries(before.files.map(({ path, hash }) => [path, hash]));
    delete known[table.path];
    const files = this.#files.filter(({ path }) => table.path === path || table.path.startsWith(`${path}/`));
    const columns = { [table.path]: choice };
    this.keeping.drop();
    await this.reading.run(
      ({ signal, progress }) => this.workbench.collections.readDocuments(files, { columns, known, signal, progress }),
      (again) => this.#take(withTable(before, again, table.path)),
    );
  }

  prepare(preparation: Preparation): void {
    this.preparation = preparation;
    this.#look();
  }

  async keep(): Promise<void> {
    const read = this.found;
    if (!read || !this.ready) return;
    this.looking.drop();
    const record = await this.keeping.run(() =>
      this.workbench.collections.keepDocuments(read, this.preparation, this.name),
    );
    // Where it failed what was read is still there: the person can free space and try again.
    if (!record) return this.#look();
    this.discard();
    this.onKept(record);
  }

  /** Ends reading: what was read so far is shown, and the other files are listed as not reached. */
  stop(): void {
    this.stoppable = false;
    this.reading.finish();
  }

  /** Ends reading. What was there before it is there again. */
  cancel(): void {
    if (this.reading.busy && this.found) this.reading.drop();
    else this.discard();
  }

  override discard(): void {
    super.discard();
    this.looking.drop();
    this.#files = [];
    this.effects = null;
    this.preparation = NO_PREPARATION;
  }

  #take(read: ReadDocuments): void {
    this.found = read;
    this.#look();
  }

  #look(): void {
    const read = this.found;
    if (read)
      void this.looking.run(
        ({ signal }) => this.workbench.collections.previewPreparation(read, this.preparation, signal),
        (effects) => (this.effects = effects),
      );
  }
}

/** What was read, with one table as it was read again. */
function withTable(before: ReadDocuments, again: ReadDocuments, path: string): ReadDocuments {
  const report = again.files.find((file) => file.path === path);
  const table = again.tables.find((each) => each.path === path);
  const own = again.docs.filter(({ file }) => file === path);
  // In the order of the files, as all that was read is.
  const order = new Map(before.files.map((file, i) => [file.path, i]));
  const docs = [...before.docs.filter(({ file }) => file !== path), ...own];
  return {
    ...before,
    docs: docs.sort((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0)),
    files: before.files.map((file) => (file.path === path && report ? report : file)),
    tables: before.tables.map((each) => (each.path === path && table ? table : each)),
  };
}

export const [getDocuments, setDocuments] = createContext<DocumentsState>();
