import { isAbort } from '../../contract/errors';
import type { Answer } from '../../engine/models/answer';
import type { Writing } from '../../engine/models/writing';
import { failureOf, type Failure } from '../shared/failure';
import type { Writer } from '../writing/writers.svelte';

/** A prompt with the passages that it holds, as a person sees it. */
export interface AnswerPrompt {
  readonly prompt: string;
  readonly question: string;
  readonly system: string;
  /** Titles, in the order of their numbers. */
  readonly passages: readonly string[];
}

export interface AnswerShown extends AnswerPrompt {
  readonly writer: Writer;
  /** What is written so far; null before the model is loaded. */
  readonly text: string | null;
  /** Null while it is being written. */
  readonly answer: Answer | null;
}

/** Answers that a model of this machine writes to tried questions. The last one is shown. */
export class AnsweringState {
  #collection: string | null = null;
  #shown = $state.raw<AnswerShown | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #abort: AbortController | null = null;
  #task: Promise<void> = Promise.resolve();

  constructor(private readonly writing: Pick<Writing, 'answer'>) {}

  get shown(): AnswerShown | null {
    return this.#shown;
  }
  get busy(): boolean {
    return this.#shown !== null && this.#shown.answer === null;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  open(collection: string | null): void {
    this.cancel();
    this.#collection = collection;
    this.#shown = null;
    this.#failure = null;
  }

  /** Has a prompt answered, in the place of what is shown. One at a time. */
  ask(prompt: AnswerPrompt, writer: Writer): Promise<void> {
    const collection = this.#collection;
    if (collection !== null && !this.busy) this.#task = this.#ask(collection, prompt, writer);
    return this.#task;
  }

  /** What was written until then is thrown away: an answer without its end misleads. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** Ends what is written for this collection and waits until nothing writes to it any more. */
  async stop(collection: string): Promise<void> {
    if (this.#collection !== collection) return;
    this.cancel();
    await this.#task;
  }

  async #ask(collection: string, prompt: AnswerPrompt, writer: Writer): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#failure = null;
    this.#shown = { ...prompt, writer, text: null, answer: null };
    const isCurrent = (): boolean => this.#abort === abort && this.#collection === collection;
    try {
      const { generator, maxNewTokens } = writer;
      const asked = { prompt: prompt.prompt, maxNewTokens };
      const answer = await this.writing.answer(collection, generator, asked, {
        signal: abort.signal,
        written: (text) => {
          if (isCurrent() && this.#shown?.answer === null) this.#shown = { ...this.#shown, text };
        },
      });
      if (isCurrent()) this.#shown = { ...prompt, writer, text: answer.text, answer };
    } catch (error) {
      if (!isCurrent()) return;
      this.#shown = null;
      if (!isAbort(error)) this.#failure = failureOf(error);
    }
  }
}
