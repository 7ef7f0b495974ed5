import { provided } from '../shared/context';
import type { Answer } from '../../workbench/models/generation';
import type { Writing } from '../../workbench/models/writing';
import { Task } from '../shared/task.svelte';
import type { Writer } from '../writing/writers.svelte';
import { HitrateError } from '../../contract/errors';
import type { CollectionRecord } from '../../contract/storage';
import { Places } from '../../domain/judging/places';
import { addJudged } from '../../domain/questions/add';
import { DEFAULT_CONTEXT_PROMPT } from '../../domain/questions/prompts';
import type { Doc, DocId } from '../../base/types';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { TriedPassage, TriedQuestion } from '../../workbench/inspect/tried-question';
import type { RunProgress } from '../../workbench/kernel/run-types';
import type { WorkbenchPart } from '../../workbench/workbench';
import { indexById } from '../documents/grades';
import type { Failure } from '../shared/failure';
import type { Preferences } from '../shared/preferences';
import { changesOf, graded, type Tried, triedAgain } from './tried';

export interface AnswerPrompt {
  readonly prompt: string;
  readonly question: string;
  readonly system: string;
  readonly passages: readonly string[];
}

export interface AnswerShown extends AnswerPrompt {
  readonly writer: Writer;
  /** What is written so far; null before the model is loaded. */
  readonly text: string | null;
  /** Null while it is being written. */
  readonly answer: Answer | null;
}

export class AnsweringState {
  #shown = $state.raw<AnswerShown | null>(null);
  readonly writing: Task<string>;

  constructor(
    private readonly workbench: Pick<Writing, 'answer'>,
    private readonly collection: string,
    signal: AbortSignal,
  ) {
    this.writing = new Task(signal);
  }

  get shown(): AnswerShown | null {
    return this.#shown && (this.#shown.answer ? this.#shown : { ...this.#shown, text: this.writing.progress });
  }

  /** Has a prompt answered, in the place of what is shown. One at a time. */
  async ask(prompt: AnswerPrompt, writer: Writer): Promise<void> {
    if (this.writing.busy) return;
    this.#shown = { ...prompt, writer, text: null, answer: null };
    const asked = { prompt: prompt.prompt, maxNewTokens: writer.maxNewTokens };
    const answer = await this.writing.run(({ signal, progress }) =>
      this.workbench.answer(this.collection, writer.generator, asked, { signal, written: progress }),
    );
    // What was written of an answer that was cancelled is thrown away: without its end it misleads.
    this.#shown = answer ? { ...prompt, writer, text: answer.text, answer } : null;
  }
}

export const getAnswering = provided(AnsweringState);

const TEMPLATE = 'context-prompt';

export class TryingState {
  text = $state('');
  history = $state.raw<readonly Tried[]>([]);
  #shown = $state<string | null>(null);
  template = $state(DEFAULT_CONTEXT_PROMPT);
  readonly current = $derived(this.history.find(({ question }) => question.text === this.#shown) ?? null);
  readonly asking: Task<RunProgress>;
  readonly adding: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{
      inspect: 'tryQuestion';
      collections: 'docs';
      questions: 'read' | 'save';
    }>,
    private readonly collection: string,
    private readonly preferences: Preferences,
    private readonly onSaved: (record: CollectionRecord) => void,
    signal: AbortSignal,
  ) {
    this.asking = new Task(signal);
    this.adding = new Task(signal);
    const stored = preferences.read(TEMPLATE);
    if (typeof stored === 'string') this.template = stored;
  }

  get failure(): Failure | null {
    return this.asking.failure ?? this.adding.failure;
  }

  setTemplate(template: string): void {
    this.template = template;
    this.preferences.write(TEMPLATE, template);
  }

  async ask(spec: ExperimentSpec): Promise<void> {
    const text = this.text.trim();
    if (this.asking.busy || text === '') return;
    this.adding.forget();
    await this.asking.run(
      (context) => this.workbench.inspect.tryQuestion(this.collection, spec, text, context),
      (question) => this.#take(question, spec),
    );
  }

  /** Shows the question of an address: as it was asked before, or as far as the caches of former runs answer it. */
  async restore(spec: ExperimentSpec, question: string): Promise<void> {
    const text = question.trim();
    if (this.asking.busy || text === '' || text === this.#shown) return;
    if (this.history.some((each) => each.question.text === text)) return this.show(text);
    this.text = text;
    await this.asking.run(
      async (context) => {
        try {
          return await this.workbench.inspect.tryQuestion(this.collection, spec, text, { ...context, cached: true });
        } catch (error) {
          // Nobody asked for it: what is at work goes first.
          if (error instanceof HitrateError && error.code === 'already-running') return null;
          throw error;
        }
      },
      (found) => {
        if (found) this.#take(found, spec);
      },
    );
  }

  show(text: string): void {
    this.#shown = text;
    this.text = text;
    this.asking.forget();
    this.adding.forget();
  }

  grade(passage: Pick<TriedPassage, 'id' | 'place'>, grade: number | null): void {
    const current = this.current;
    if (current) this.#replace(current.question.text, { judged: graded(current, passage, grade) });
  }

  answer(text: string): void {
    if (this.current) this.#replace(this.current.question.text, { answer: text });
  }

  async add(): Promise<void> {
    const { current: tried, collection } = this;
    if (!tried || this.adding.busy) return;
    this.asking.forget();
    const { text } = tried.question;
    const { judged, answer } = tried;
    await this.adding.run(
      async () => {
        const before = await this.workbench.questions.read(collection);
        const places = new Places(indexById<DocId, Doc>(await this.workbench.collections.docs(collection)));
        const { questions, id } = addJudged(before, { text, answer, judged: changesOf(tried) }, places);
        this.onSaved(await this.workbench.questions.save(collection, questions, before));
        return id;
      },
      (id) => this.#replace(text, { saved: { id, judged, answer } }),
    );
  }

  /** Judgments and the answer stay where a question is asked again. */
  #take(question: TriedQuestion, spec: ExperimentSpec): void {
    const before = this.history.find((each) => each.question.text === question.text);
    const others = this.history.filter((each) => each !== before);
    this.history = [triedAgain(question, spec, before), ...others];
    this.#shown = question.text;
  }

  #replace(text: string, patch: Partial<Tried>): void {
    this.history = this.history.map((each) => (each.question.text === text ? { ...each, ...patch } : each));
  }
}

export const getTrying = provided(TryingState);
