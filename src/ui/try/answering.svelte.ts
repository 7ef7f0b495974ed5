import { createContext } from 'svelte';
import type { Answer } from '../../workbench/models/answer';
import type { Writing } from '../../workbench/models/writing';
import { Task } from '../shared/task.svelte';
import type { Writer } from '../writing/writers.svelte';

/** A prompt with the passages that it holds, as a person sees it. */
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

/** Answers that a model of this machine writes to tried questions. The last one is shown. */
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

export const [getAnswering, setAnswering] = createContext<AnsweringState>();
