import { provided } from '../shared/context';
import type { SuppliedHeader } from '../../contract/storage';
import {
  DEFAULT_WRITING,
  MAX_REWRITES,
  writingProblem,
  type WritingPrompt,
  type WrittenKind,
} from '../../domain/questions/prompts';
import type { WrittenRewrites } from '../../workbench/models/write-rewrites';
import type { WritingProgress } from '../../workbench/models/generation';
import type { Writing } from '../../workbench/models/writing';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';
import type { Writer } from '../writing/writers.svelte';

const WRITING_PROBLEMS = {
  question: 'Without {question} the model would not see the question. Write it where that should be.',
  count: `Ask for 1 to ${MAX_REWRITES} rewrites of each question.`,
};

export class RewritingState {
  #prompts = $state.raw(DEFAULT_WRITING);
  #kind = $state<WrittenKind>('rewrites');
  result = $state.raw<WrittenRewrites | null>(null);
  /** Questions that have their reply already, by this prompt and model; null where that is not known. */
  kept = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  readonly writing: Task<WritingProgress>;
  readonly #counting: Task;

  constructor(
    private readonly workbench: Pick<Writing, 'rewrites' | 'rewritesKept'>,
    private readonly collection: string,
    private readonly onWritten: (supplied: readonly SuppliedHeader[]) => void,
    signal: AbortSignal,
  ) {
    this.writing = new Task(signal);
    this.#counting = new Task(signal);
  }

  get prompt(): WritingPrompt {
    return this.#prompts[this.#kind];
  }
  get problem(): string | null {
    const problem = writingProblem(this.prompt);
    return problem && WRITING_PROBLEMS[problem];
  }
  get isDefault(): boolean {
    return this.prompt.template === DEFAULT_WRITING[this.#kind].template;
  }
  get progress(): WritingProgress | null {
    return this.writing.busy ? (this.writing.progress ?? { done: 0, total: 0, failed: 0, writing: null }) : null;
  }
  get failure(): Failure | null {
    return this.writing.failure ?? this.#counting.failure;
  }

  choose(kind: WrittenKind): void {
    this.#kind = kind;
    this.kept = null;
  }

  set(patch: Partial<Pick<WritingPrompt, 'template' | 'count'>>): void {
    this.#prompts = { ...this.#prompts, [this.#kind]: { ...this.prompt, ...patch } };
    this.kept = null;
  }

  reset(): void {
    this.set(DEFAULT_WRITING[this.#kind]);
  }

  async count(writer: Writer): Promise<void> {
    const { prompt } = this;
    if (this.problem !== null) return;
    await this.#counting.run(
      () => this.workbench.rewritesKept(this.collection, writer.generator, askedOf(prompt, writer)),
      (kept) => {
        if (this.prompt === prompt) this.kept = kept;
      },
    );
  }

  async write(writer: Writer): Promise<void> {
    if (this.writing.busy || this.problem !== null) return;
    this.result = null;
    await this.writing.run(
      (context) => this.workbench.rewrites(this.collection, writer.generator, askedOf(this.prompt, writer), context),
      (written) => {
        this.result = written;
        if (written.supplied) this.onWritten(written.supplied);
      },
    );
    this.kept = null;
  }
}

export const getRewriting = provided(RewritingState);

const askedOf = (prompt: WritingPrompt, { name, maxNewTokens }: Writer) => ({ prompt, by: name, maxNewTokens });
