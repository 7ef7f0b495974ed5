import type { SourceFile } from '../../contract/workers';
import type { ImportProblem } from '../../domain/dataset/outcome';
import { type NewQuestion, questionKey } from '../../domain/questions/add';
import { importedQuestions, type PlacedQuestion } from '../../domain/questions/import-questions';
import type { WorkbenchPart } from '../../workbench/workbench';
import { changedSet } from './question-draft';
import { Task } from '../shared/task.svelte';

const NONE = changedSet<string>([], [], true);

export class QuestionImport {
  found = $state.raw<readonly PlacedQuestion[]>([]);
  files = $state.raw<readonly string[]>([]);
  problems = $state.raw<readonly ImportProblem[]>([]);
  more = $state(0);
  warnings = $state.raw<readonly ImportProblem[]>([]);
  readonly reading: Task;
  confirmed = $state.raw(NONE);
  keepUnmet = $state(false);
  readonly truths = $derived(
    this.found.flatMap(({ text, truths }) => truths.map((truth) => ({ question: text, truth }))),
  );
  readonly fuzzy = $derived(this.truths.filter(({ truth }) => truth.found?.how === 'fuzzy'));
  readonly missing = $derived(this.truths.filter(({ truth }) => truth.found === null));
  #questions = $derived(importedQuestions(this.found, { confirmed: this.confirmed, keepUnmet: this.keepUnmet }));
  readonly there = $derived(this.found.filter(({ text }) => this.isThere(text)));

  constructor(
    private readonly workbench: WorkbenchPart<{ questions: 'readFiles' }>,
    private readonly collection: string,
    /** Keys of the questions that the collection has. */
    private readonly taken: () => ReadonlySet<string>,
    signal: AbortSignal,
  ) {
    this.reading = new Task(signal);
  }

  get phase(): 'idle' | 'reading' | 'preview' | 'failed' {
    if (this.reading.busy) return 'reading';
    if (this.problems.length > 0 || this.reading.failure) return 'failed';
    return this.files.length > 0 ? 'preview' : 'idle';
  }

  get added(): readonly NewQuestion[] {
    return this.#questions.filter(({ text }) => !this.isThere(text));
  }

  isThere(text: string): boolean {
    return this.taken().has(questionKey(text));
  }

  async read(files: readonly SourceFile[]): Promise<void> {
    if (files.length === 0) return;
    this.clear();
    this.files = files.map(({ path }) => path);
    await this.reading.run(
      ({ signal }) => this.workbench.questions.readFiles(this.collection, files, { signal, progress: () => undefined }),
      (read) => {
        if (read.ok) [this.found, this.warnings] = [read.questions, read.warnings];
        else [this.problems, this.more] = [read.problems, read.more];
      },
    );
  }

  confirm(texts: readonly string[], isRight: boolean): void {
    this.confirmed = changedSet(this.confirmed, texts, isRight);
  }

  clear(): void {
    this.reading.drop();
    this.found = [];
    this.files = [];
    this.problems = [];
    this.more = 0;
    this.warnings = [];
    this.confirmed = NONE;
    this.keepUnmet = false;
  }
}
