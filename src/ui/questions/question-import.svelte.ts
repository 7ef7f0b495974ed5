import type { SourceFile } from '../../contract/workers';
import type { ImportProblem } from '../../domain/dataset/outcome';
import { type NewQuestion, questionKey } from '../../domain/questions/add';
import {
  importedQuestions,
  isPlaced,
  type PlacedQuestion,
  type PlacedTruth,
} from '../../domain/questions/import/placed-questions';
import type { WorkbenchPart } from '../../engine/workbench';
import { changedSet } from './changed-set';
import { failureOf, type Failure } from '../shared/failure';

const NONE = changedSet<string>([], [], true);

/** A text that was not found to the letter, with the question that it belongs to. */
export interface DoubtfulTruth {
  readonly question: string;
  readonly truth: PlacedTruth;
}

/** Files of questions: read, looked at, then added or not. */
export class QuestionImport {
  #phase = $state<'idle' | 'reading' | 'preview' | 'failed'>('idle');
  #found = $state.raw<readonly PlacedQuestion[]>([]);
  #files = $state.raw<readonly string[]>([]);
  #problems = $state.raw<readonly ImportProblem[]>([]);
  #more = $state(0);
  #warnings = $state.raw<readonly ImportProblem[]>([]);
  #failure = $state.raw<Failure | null>(null);
  #confirmed = $state.raw(NONE);
  #keepUnmet = $state(false);
  #abort: AbortController | null = null;
  #truths = $derived(this.#found.flatMap(({ text, truths }) => truths.map((truth) => ({ question: text, truth }))));
  #fuzzy = $derived(this.#truths.filter(({ truth }) => truth.found?.how === 'fuzzy'));
  #missing = $derived(this.#truths.filter(({ truth }) => truth.found === null));
  #questions = $derived(importedQuestions(this.#found, { confirmed: this.#confirmed, keepUnmet: this.#keepUnmet }));
  #there = $derived(this.#found.filter(({ text }) => this.isThere(text)));

  constructor(
    private readonly workbench: WorkbenchPart<{ questions: 'readFiles' }>,
    /** Keys of the questions that the collection has. */
    private readonly taken: () => ReadonlySet<string>,
  ) {}

  get phase(): 'idle' | 'reading' | 'preview' | 'failed' {
    return this.#phase;
  }
  get found(): readonly PlacedQuestion[] {
    return this.#found;
  }
  get files(): readonly string[] {
    return this.#files;
  }
  get problems(): readonly ImportProblem[] {
    return this.#problems;
  }
  /** Problems beyond those listed. */
  get more(): number {
    return this.#more;
  }
  get warnings(): readonly ImportProblem[] {
    return this.#warnings;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** Ground-truth texts of all questions. */
  get truths(): readonly DoubtfulTruth[] {
    return this.#truths;
  }
  /** Those that were found nearly, to be confirmed. */
  get fuzzy(): readonly DoubtfulTruth[] {
    return this.#fuzzy;
  }
  get missing(): readonly DoubtfulTruth[] {
    return this.#missing;
  }
  get confirmed(): ReadonlySet<string> {
    return this.#confirmed;
  }
  get keepUnmet(): boolean {
    return this.#keepUnmet;
  }
  /** Questions that the collection has already. */
  get there(): readonly PlacedQuestion[] {
    return this.#there;
  }
  /** Questions that would be added. */
  get added(): readonly NewQuestion[] {
    return this.#questions.filter(({ text }) => !this.isThere(text));
  }

  /** How many texts count as found, by the decisions so far. */
  get placed(): number {
    const decisions = { confirmed: this.#confirmed, keepUnmet: this.#keepUnmet };
    return this.#truths.filter(({ truth }) => isPlaced(truth, decisions)).length;
  }

  isThere(text: string): boolean {
    return this.taken().has(questionKey(text));
  }

  async read(collection: string, files: readonly SourceFile[]): Promise<void> {
    if (files.length === 0) return;
    this.clear();
    const abort = new AbortController();
    this.#abort = abort;
    this.#phase = 'reading';
    this.#files = files.map(({ path }) => path);
    try {
      const { signal } = abort;
      const read = await this.workbench.questions.readFiles(collection, files, { signal, progress: () => undefined });
      signal.throwIfAborted();
      if (read.ok) {
        [this.#found, this.#warnings, this.#phase] = [read.questions, read.warnings, 'preview'];
      } else {
        [this.#problems, this.#more, this.#phase] = [read.problems, read.more, 'failed'];
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#failure = failureOf(error);
      this.#phase = 'failed';
    }
  }

  confirm(texts: readonly string[], isRight: boolean): void {
    this.#confirmed = changedSet(this.#confirmed, texts, isRight);
  }

  setKeepUnmet(keep: boolean): void {
    this.#keepUnmet = keep;
  }

  /** Ends whatever is under way and forgets the files. */
  clear(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#phase = 'idle';
    this.#found = [];
    this.#files = [];
    this.#problems = [];
    this.#more = 0;
    this.#warnings = [];
    this.#failure = null;
    this.#confirmed = NONE;
    this.#keepUnmet = false;
  }
}
