import { provided } from '../shared/context';
import type {
  DocumentsProgress,
  ImportProgress,
  ReadDocuments,
  ReadQuestions,
  SourceFile,
} from '../../contract/workers';
import type { CollectionRecord } from '../../contract/storage';
import type { SeenTable } from '../../domain/dataset/roles/propose';
import type { ColumnChoice, FoundTable } from '../../domain/documents/file-report';
import { NO_PREPARATION, type Preparation } from '../../domain/documents/preparation';
import type { PreparationEffects } from '../../domain/documents/prepare';
import type { DocumentsSession, Refresh } from '../../workbench/collections/documents';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { Failure } from '../shared/failure';
import { FieldRoles } from '../roles/field-roles.svelte';
import type { Preferences } from '../shared/preferences';
import { Intake } from '../shared/intake.svelte';
import { Task } from '../shared/task.svelte';

export class DocumentsState extends Intake<ReadDocuments, DocumentsProgress> {
  preparation = $state.raw<Preparation>(NO_PREPARATION);
  effects = $state.raw<PreparationEffects | null>(null);
  name = $state('');
  /** Calculates the effects; the old ones stay until the new are there, so that nothing jumps. */
  readonly looking = new Task();
  stoppable = $state(false);
  /** Tables of questions beside the documents, and what became of their questions. */
  readonly roles: FieldRoles;
  tables = $state.raw<readonly SourceFile[]>([]);
  questions = $state.raw<ReadQuestions | null>(null);
  /** Counts the questions again; the old counts stay until the new are there. */
  readonly placing = new Task<ImportProgress>();
  #session: DocumentsSession | null = null;
  #kept: CollectionRecord | null = null;

  constructor(
    private readonly workbench: WorkbenchPart<{ collections: 'readDocuments' }>,
    preferences: Preferences,
    private readonly onKept: (record: CollectionRecord) => void,
  ) {
    super();
    this.roles = new FieldRoles(preferences);
  }

  override get failure(): Failure | null {
    return super.failure ?? this.looking.failure;
  }
  get ready(): boolean {
    return this.phase === 'preview' && !this.placing.busy && this.name.trim() !== '' && (this.found?.docs ?? 0) > 0;
  }

  /** @param tables those of questions */
  async read(
    files: readonly SourceFile[] | Promise<readonly SourceFile[]>,
    tables: readonly SeenTable[] = [],
  ): Promise<void> {
    await this.begin(
      async (context) => {
        const given = await files;
        context.signal.throwIfAborted();
        if (given.length === 0) return null;
        this.stoppable = true;
        const isTable = ({ path }: SourceFile): boolean => tables.some(({ file }) => file === path);
        this.tables = given.filter(isTable);
        this.roles.take(tables);
        const documents = given.filter((file) => !isTable(file));
        return this.workbench.collections.readDocuments(documents, context);
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
    void this.placeQuestions();
  }

  /** Looks for what the tables say in the documents, by the roles that their columns have. */
  async placeQuestions(): Promise<void> {
    const session = this.#session;
    if (!session || this.tables.length === 0) return;
    await this.placing.run(
      async (context) => {
        const { preparation, roles, tables } = this;
        const read = await session.questionsIn(tables, { ...context, preparation, mappings: roles.mappings });
        if (read.ok) return read;
        roles.accept();
        return session.questionsIn(tables, { ...context, preparation, mappings: roles.mappings });
      },
      (read) => (this.questions = read),
    );
  }

  async keep(): Promise<void> {
    const session = this.#session;
    if (!session || !this.ready) return;
    this.looking.drop();
    this.roles.remember();
    const { tables, roles, questions } = this;
    const isKept = await this.store(async () => {
      // Kept once: adding the questions may fail, and is tried again.
      const record = (this.#kept ??= await session.keep(this.preparation, this.name));
      return questions?.ok ? session.addQuestions(record, tables, roles.mappings) : record;
    }, this.onKept);
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
    this.placing.drop();
    this.#kept = null;
    this.tables = [];
    this.questions = null;
    this.roles.take([]);
  }

  #take(read: ReadDocuments): void {
    this.found = read;
    this.#look();
    void this.placeQuestions();
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

export const getDocuments = provided(DocumentsState);

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

export const getRefreshing = provided(RefreshState);

/** A single file has no folder: it replaces the only one of its name, where there is one. */
function placed({ documents }: CollectionRecord, files: readonly SourceFile[], whole: boolean): readonly SourceFile[] {
  if (whole) return files;
  const paths = (documents?.files ?? []).map(({ path }) => path);
  return files.map((source) => {
    const same = paths.filter((path) => path === source.path || path.endsWith(`/${source.path}`));
    return same.length === 1 ? { ...source, path: same[0]! } : source;
  });
}
