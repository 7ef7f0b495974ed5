import { isAbort } from '../../contract/errors';
import type { CollectionRecord } from '../../contract/storage';
import { Places } from '../../domain/judging/places';
import { addJudged } from '../../domain/questions/add-judged';
import { DEFAULT_CONTEXT_PROMPT } from '../../domain/questions/context-prompt';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Doc, DocId } from '../../base/types';
import type { TriedPassage, TriedQuestion } from '../../engine/inspect/tried-question';
import type { RunProgress } from '../../engine/kernel/run-types';
import type { WorkbenchPart } from '../../engine/workbench';
import { indexById } from '../documents/corpus-index';
import { failureOf, type Failure } from '../shared/failure';
import type { Preferences } from '../shared/preferences';
import { changesOf, graded, type Tried, triedAgain } from './tried-question';

interface ActiveTry {
  readonly text: string;
  readonly progress: RunProgress | null;
  readonly cancelling: boolean;
}

const TEMPLATE = 'context-prompt';

/** Questions that are tried on the open collection. What was tried is there until another collection is opened. */
export class TryingState {
  #collection: string | null = null;
  #text = $state('');
  #history = $state.raw<readonly Tried[]>([]);
  #shown = $state<string | null>(null);
  #active = $state.raw<ActiveTry | null>(null);
  #abort: AbortController | null = null;
  #task: Promise<void> = Promise.resolve();
  #failure = $state.raw<Failure | null>(null);
  #saving = $state(false);
  #template = $state(DEFAULT_CONTEXT_PROMPT);
  #current = $derived(this.#history.find(({ question }) => question.text === this.#shown) ?? null);

  /** @param onSaved called with the collection that a question was added to */
  constructor(
    private readonly workbench: WorkbenchPart<{
      inspect: 'tryQuestion';
      collections: 'docs';
      questions: 'read' | 'save';
    }>,
    private readonly preferences: Preferences,
    private readonly onSaved: (record: CollectionRecord) => void,
  ) {
    const stored = preferences.read(TEMPLATE);
    if (typeof stored === 'string') this.#template = stored;
  }

  /** What is typed. */
  get text(): string {
    return this.#text;
  }
  /** The latest first, each text once. */
  get history(): readonly Tried[] {
    return this.#history;
  }
  /** What is shown. */
  get current(): Tried | null {
    return this.#current;
  }
  get active(): ActiveTry | null {
    return this.#active;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  get saving(): boolean {
    return this.#saving;
  }
  /** The prompt into which passages and question are put. */
  get template(): string {
    return this.#template;
  }

  open(collection: string | null): void {
    this.cancel();
    this.#collection = collection;
    this.#text = '';
    this.#history = [];
    this.#shown = null;
    this.#failure = null;
  }

  type(text: string): void {
    this.#text = text;
  }

  setTemplate(template: string): void {
    this.#template = template;
    this.preferences.write(TEMPLATE, template);
  }

  /** Asks the systems of an experiment the question that is typed. One question at a time. */
  ask(spec: ExperimentSpec): Promise<void> {
    const collection = this.#collection;
    if (!this.#active && collection !== null && this.#text.trim() !== '')
      this.#task = this.#ask(collection, spec, this.#text.trim());
    return this.#task;
  }

  cancel(): void {
    if (this.#active) this.#active = { ...this.#active, cancelling: true };
    this.#abort?.abort();
  }

  /** Ends what is asked of this collection and waits until nothing writes to it any more. */
  async stop(collection: string): Promise<void> {
    if (this.#collection !== collection) return;
    this.cancel();
    await this.#task;
  }

  /** Shows a question that was tried before. */
  show(text: string): void {
    this.#shown = text;
    this.#text = text;
    this.#failure = null;
  }

  /** Grades a passage of the question that is shown; null takes the grade back. */
  grade(passage: Pick<TriedPassage, 'id' | 'place'>, grade: number | null): void {
    const current = this.#current;
    if (current) this.#replace(current.question.text, { judged: graded(current, passage, grade) });
  }

  answer(text: string): void {
    if (this.#current) this.#replace(this.#current.question.text, { answer: text });
  }

  /** Adds the question that is shown, with its grades, to those of the collection. */
  async add(): Promise<void> {
    const [collection, tried] = [this.#collection, this.#current];
    if (collection === null || !tried || this.#saving) return;
    this.#saving = true;
    this.#failure = null;
    try {
      const before = await this.workbench.questions.read(collection);
      const { text } = tried.question;
      const { judged, answer } = tried;
      const places = new Places(indexById<DocId, Doc>(await this.workbench.collections.docs(collection)));
      const { questions, id } = addJudged(before, { text, answer, judged: changesOf(tried) }, places);
      const record = await this.workbench.questions.save(collection, questions, before);
      if (this.#collection === collection) this.#replace(text, { saved: { id, judged, answer } });
      this.onSaved(record);
    } catch (error) {
      if (this.#collection === collection) this.#failure = failureOf(error);
    } finally {
      this.#saving = false;
    }
  }

  async #ask(collection: string, spec: ExperimentSpec, text: string): Promise<void> {
    this.#failure = null;
    this.#active = { text, progress: null, cancelling: false };
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const question = await this.workbench.inspect.tryQuestion(collection, spec, text, {
        signal: abort.signal,
        progress: (progress) => {
          if (this.#active) this.#active = { ...this.#active, progress };
        },
      });
      if (this.#collection === collection) this.#take(question, spec);
    } catch (error) {
      if (!isAbort(error) && this.#collection === collection) this.#failure = failureOf(error);
    } finally {
      this.#active = null;
      this.#abort = null;
    }
  }

  /** What was judged and answered stays where a question is asked again. */
  #take(question: TriedQuestion, spec: ExperimentSpec): void {
    const before = this.#history.find((each) => each.question.text === question.text);
    const others = this.#history.filter((each) => each !== before);
    this.#history = [triedAgain(question, spec, before), ...others];
    this.#shown = question.text;
  }

  #replace(text: string, patch: Partial<Tried>): void {
    this.#history = this.#history.map((each) => (each.question.text === text ? { ...each, ...patch } : each));
  }
}
