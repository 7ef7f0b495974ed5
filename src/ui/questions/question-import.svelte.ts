import type { ReadQuestions, SourceFile } from '../../contract/workers';
import { type NewQuestion, questionKey } from '../../domain/questions/add';
import { importedQuestions } from '../../domain/questions/import-questions';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Intake } from '../shared/intake.svelte';
import { changedSet } from './question-draft';

const NONE = changedSet<string>([], [], true);

export class QuestionImport extends Intake<Extract<ReadQuestions, { ok: true }>> {
  files = $state.raw<readonly string[]>([]);
  confirmed = $state.raw(NONE);
  keepUnmet = $state(false);
  readonly questions = $derived(this.found?.questions ?? []);
  readonly truths = $derived(
    this.questions.flatMap(({ text, truths }) => truths.map((truth) => ({ question: text, truth }))),
  );
  readonly fuzzy = $derived(this.truths.filter(({ truth }) => truth.found?.how === 'fuzzy'));
  readonly missing = $derived(this.truths.filter(({ truth }) => truth.found === null));
  #new = $derived(importedQuestions(this.questions, { confirmed: this.confirmed, keepUnmet: this.keepUnmet }));
  readonly there = $derived(this.questions.filter(({ text }) => this.#isThere(text)));

  constructor(
    private readonly workbench: WorkbenchPart<{ questions: 'readFiles' }>,
    private readonly collection: string,
    /** Keys of the questions that the collection has. */
    private readonly taken: () => ReadonlySet<string>,
    private readonly add: (questions: readonly NewQuestion[]) => Promise<void>,
    signal: AbortSignal,
  ) {
    super(signal);
  }

  get added(): readonly NewQuestion[] {
    return this.#new.filter(({ text }) => !this.#isThere(text));
  }
  get ready(): boolean {
    return this.phase === 'preview' && this.added.length > 0;
  }

  async read(files: readonly SourceFile[]): Promise<void> {
    if (files.length === 0) return;
    await this.begin(
      (context) => {
        this.files = files.map(({ path }) => path);
        return this.workbench.questions.readFiles(this.collection, files, context);
      },
      (read) => {
        if (read.ok) this.found = read;
        else this.refused = read;
      },
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
    this.confirmed = NONE;
    this.keepUnmet = false;
  }

  #isThere(text: string): boolean {
    return this.taken().has(questionKey(text));
  }
}
