import { createContext } from 'svelte';
import type { DocumentsProgress, ReadDocuments, SourceFile } from '../../contract/workers';
import type { CollectionRecord } from '../../contract/storage';
import type { ColumnChoice, FoundTable } from '../../domain/documents/file-report';
import { NO_PREPARATION, type Preparation } from '../../domain/documents/preparation';
import type { PreparationEffects } from '../../domain/documents/prepare';
import type { DocumentsSession } from '../../workbench/collections/documents';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { Failure } from '../shared/failure';
import { Intake } from '../shared/intake.svelte';
import { Task } from '../shared/task.svelte';

export class DocumentsState extends Intake<ReadDocuments, DocumentsProgress> {
  preparation = $state.raw<Preparation>(NO_PREPARATION);
  effects = $state.raw<PreparationEffects | null>(null);
  name = $state('');
  /** Calculates the effects; the old ones stay until the new are there, so that nothing jumps. */
  readonly looking = new Task();
  stoppable = $state(false);
  #session: DocumentsSession | null = null;

  constructor(
    private readonly workbench: WorkbenchPart<{ collections: 'readDocuments' }>,
    private readonly onKept: (record: CollectionRecord) => void,
  ) {
    super();
  }

  override get failure(): Failure | null {
    return super.failure ?? this.looking.failure;
  }
  get ready(): boolean {
    return this.phase === 'preview' && this.name.trim() !== '' && (this.found?.docs ?? 0) > 0;
  }

  async read(files: readonly SourceFile[] | Promise<readonly SourceFile[]>): Promise<void> {
    await this.begin(
      async (context) => {
        const given = await files;
        context.signal.throwIfAborted();
        if (given.length === 0) return null;
        this.stoppable = true;
        return this.workbench.collections.readDocuments(given, context);
      },
      (session) => {
        if (!session) return;
        this.#session = session;
        this.name = session.found.name;
        this.#take(session.found);
      },
    );
    if (!this.reading.busy) this.stoppable = false;
  }

  async chooseColumns(table: FoundTable, choice: ColumnChoice): Promise<void> {
    const session = this.#session;
    if (!session || this.phase !== 'preview') return;
    this.keeping.drop();
    await this.reading.run(
      (context) => session.readTable(table.path, choice, context),
      (again) => this.#take(again),
    );
  }

  prepare(preparation: Preparation): void {
    this.preparation = preparation;
    this.#look();
  }

  async keep(): Promise<void> {
    const session = this.#session;
    if (!session || !this.ready) return;
    this.looking.drop();
    const isKept = await this.store(() => session.keep(this.preparation, this.name), this.onKept);
    if (!isKept) this.#look();
  }

  stop(): void {
    this.stoppable = false;
    this.reading.finish();
  }

  override cancel(): void {
    if (this.reading.busy && this.found) this.reading.drop();
    else this.discard();
  }

  override discard(): void {
    super.discard();
    this.looking.drop();
    this.#session?.close();
    this.#session = null;
    this.stoppable = false;
    this.effects = null;
    this.preparation = NO_PREPARATION;
  }

  #take(read: ReadDocuments): void {
    this.found = read;
    this.#look();
  }

  #look(): void {
    const session = this.#session;
    if (session)
      void this.looking.run(
        () => session.effects(this.preparation),
        (effects) => (this.effects = effects ?? this.effects),
      );
  }
}

export const [getDocuments, setDocuments] = createContext<DocumentsState>();
