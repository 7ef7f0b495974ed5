import type { ImportProgress, ReadQuestions, SourceFile } from '../../contract/workers';
import { type NewQuestion, questionKey } from '../../domain/questions/add';
import { importCounts, importedQuestions, isDoubtful } from '../../domain/questions/place-questions';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { Mappings } from '../../domain/dataset/roles/with-roles';
import { isOfQuestions } from '../../domain/dataset/roles/role';
import type { SeenTable } from '../../domain/dataset/roles/propose';
import { FieldRoles } from '../roles/field-roles.svelte';
import type { Preferences } from '../shared/preferences';
import { Intake } from '../shared/intake.svelte';
import type { TaskContext } from '../shared/task.svelte';
import { changedSet } from './question-draft';

const NONE = changedSet<string>([], [], true);

export class QuestionImport extends Intake<Extract<ReadQuestions, { ok: true }>> {
  files = $state.raw<readonly string[]>([]);
  confirmed = $state.raw(NONE);
  keepUnmet = $state(false);
  readonly questions = $derived(this.found?.questions ?? []);
  readonly counts = $derived(importCounts(this.questions));
  readonly #truths = $derived(
    this.questions.flatMap(({ text, truths, documents }) =>
      truths.map((truth) => ({ question: text, truth, documents })),
    ),
  );
  /** Those that count only where a person says so. */
  readonly doubtful = $derived(
    this.#truths.filter(({ truth, documents }) => isDoubtful(truth) && documents.length === 0),
  );
  readonly missing = $derived(this.#truths.filter(({ truth }) => truth.found === null && !truth.isAnswer));
  /** Of tables that are not understood. */
  readonly roles: FieldRoles;
  #files: readonly SourceFile[] = [];
  #new = $derived(importedQuestions(this.questions, { confirmed: this.confirmed, keepUnmet: this.keepUnmet }));
  readonly there = $derived(this.questions.filter(({ text }) => this.#isThere(text)));

  constructor(
    private readonly workbench: WorkbenchPart<{ questions: 'readFiles'; collections: 'tables' }>,
    private readonly collection: string,
    /** Keys of the questions that the collection has. */
    private readonly taken: () => ReadonlySet<string>,
    private readonly add: (questions: readonly NewQuestion[]) => Promise<void>,
    preferences: Preferences,
    signal: AbortSignal,
  ) {
    super(signal);
    this.roles = new FieldRoles(preferences);
  }

  get added(): readonly NewQuestion[] {
    return this.#new.filter(({ text }) => !this.#isThere(text));
  }
  get ready(): boolean {
    return this.phase === 'preview' && this.added.length > 0;
  }

  /** @param tables what is known of their fields */
  async read(files: readonly SourceFile[], tables: readonly SeenTable[] = []): Promise<void> {
    if (files.length === 0) return;
    await this.begin(
      (context) => {
        this.files = files.map(({ path }) => path);
        this.#files = files;
        this.roles.take(tables);
        return this.#read(context);
      },
      (read) => this.#take(read),
    );
  }

  async readByRoles(): Promise<void> {
    this.roles.accept();
    this.refused = null;
    await this.reading.run(
      (context) => this.#read(context),
      (read) => this.#take(read),
    );
  }

  keep(): Promise<void> {
    return this.add([...this.added]);
  }

  confirm(texts: readonly string[], isRight: boolean): void {
    this.confirmed = changedSet(this.confirmed, texts, isRight);
  }

  override discard(): void {
    super.discard();
    this.files = [];
    this.roles.take([]);
    this.confirmed = NONE;
    this.keepUnmet = false;
  }

  async #read(context: TaskContext<ImportProgress>): Promise<ReadQuestions> {
    const { roles } = this;
    const readBy = (mappings: Mappings): Promise<ReadQuestions> =>
      this.workbench.questions.readFiles(this.collection, this.#files, { ...context, mappings });
    const read = await readBy(roles.mappings);
    if (read.ok) return read;
    if (roles.tables.length === 0) roles.take(await this.workbench.collections.tables(this.#files, context.signal));
    const isKnown = roles.tables.every(({ proposed }) => isOfQuestions(proposed));
    if (!isKnown || Object.keys(roles.mappings).length > 0) return read;
    roles.accept();
    return readBy(roles.mappings);
  }

  #take(read: ReadQuestions): void {
    if (read.ok) this.found = read;
    else this.refused = read;
  }

  #isThere(text: string): boolean {
    return this.taken().has(questionKey(text));
  }
}
