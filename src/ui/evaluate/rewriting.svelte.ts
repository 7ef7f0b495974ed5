import type { SuppliedHeader } from '../../contract/storage';
import { isAbort } from '../../contract/errors';
import {
  DEFAULT_WRITING,
  writingProblem,
  type WritingPrompt,
  type WrittenKind,
} from '../../domain/questions/rewrite-prompts';
import type { RewritesProgress, WrittenRewrites } from '../../engine/models/write-rewrites';
import type { Writing } from '../../engine/models/writing';
import { failureOf, type Failure } from '../shared/failure';
import type { Writer } from '../writing/writers.svelte';

/** Rewrites of the questions of the open collection that a model of this machine writes. */
export class RewritingState {
  #collection: string | null = null;
  #prompts = $state.raw(DEFAULT_WRITING);
  #kind = $state<WrittenKind>('rewrites');
  #progress = $state.raw<RewritesProgress | null>(null);
  #stopping = $state(false);
  #result = $state.raw<WrittenRewrites | null>(null);
  #kept = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #abort: AbortController | null = null;
  #stop: AbortController | null = null;
  #task: Promise<void> = Promise.resolve();

  /** @param onWritten called with a collection that rewrites were kept with, and all that it has now */
  constructor(
    private readonly writing: Pick<Writing, 'rewrites' | 'rewritesKept'>,
    private readonly onWritten: (collection: string, supplied: readonly SuppliedHeader[]) => void,
  ) {}

  get prompt(): WritingPrompt {
    return this.#prompts[this.#kind];
  }
  /** What is wrong with the prompt; null where it can be used. */
  get problem(): string | null {
    return writingProblem(this.prompt);
  }
  /** Whether the prompt is the one that it comes with. */
  get isDefault(): boolean {
    return this.prompt.template === DEFAULT_WRITING[this.#kind].template;
  }
  /** Null while nothing is written. */
  get progress(): RewritesProgress | null {
    return this.#progress;
  }
  get stopping(): boolean {
    return this.#stopping;
  }
  /** What was written last for this collection. */
  get result(): WrittenRewrites | null {
    return this.#result;
  }
  /** Questions that have their reply already, by this prompt and model; null where that is not known. */
  get kept(): { readonly done: number; readonly total: number } | null {
    return this.#kept;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  open(collection: string | null): void {
    this.#abort?.abort();
    this.#collection = collection;
    this.#result = null;
    this.#kept = null;
    this.#failure = null;
  }

  choose(kind: WrittenKind): void {
    this.#kind = kind;
    this.#kept = null;
  }

  set(patch: Partial<Pick<WritingPrompt, 'template' | 'count'>>): void {
    this.#prompts = { ...this.#prompts, [this.#kind]: { ...this.prompt, ...patch } };
    this.#kept = null;
  }

  reset(): void {
    this.#prompts = { ...this.#prompts, [this.#kind]: DEFAULT_WRITING[this.#kind] };
    this.#kept = null;
  }

  /** Counts what is there from before. */
  async count(writer: Writer): Promise<void> {
    const collection = this.#collection;
    const { prompt } = this;
    if (collection === null || this.problem !== null) return;
    try {
      const kept = await this.writing.rewritesKept(collection, writer.generator, askedOf(prompt, writer));
      if (this.#collection === collection && this.prompt === prompt) this.#kept = kept;
    } catch (error) {
      if (this.#collection === collection) this.#failure = failureOf(error);
    }
  }

  /** Writes what is not written yet. One task at a time. */
  write(writer: Writer): Promise<void> {
    const collection = this.#collection;
    if (collection !== null && !this.#progress && this.problem === null) this.#task = this.#write(collection, writer);
    return this.#task;
  }

  /** Keeps what is written so far, and ends. */
  halt(): void {
    this.#stopping = true;
    this.#stop?.abort();
  }

  /** Ends what is written for this collection and waits until nothing writes to it any more. */
  async stop(collection: string): Promise<void> {
    if (this.#collection !== collection) return;
    this.#abort?.abort();
    await this.#task;
  }

  async #write(collection: string, writer: Writer): Promise<void> {
    const [abort, stop] = [new AbortController(), new AbortController()];
    [this.#abort, this.#stop] = [abort, stop];
    this.#failure = null;
    this.#result = null;
    this.#progress = { done: 0, total: 0, failed: 0, writing: null };
    try {
      const written = await this.writing.rewrites(collection, writer.generator, askedOf(this.prompt, writer), {
        signal: abort.signal,
        stop: stop.signal,
        progress: (step) => {
          if (this.#abort === abort) this.#progress = step;
        },
      });
      if (this.#collection !== collection) return;
      this.#result = written;
      if (written.supplied) this.onWritten(collection, written.supplied);
    } catch (error) {
      if (!isAbort(error) && this.#collection === collection) this.#failure = failureOf(error);
    } finally {
      // What the worker told last may come after its reply: nothing goes on then.
      if (this.#abort === abort) this.#abort = null;
      this.#progress = null;
      this.#stopping = false;
      this.#kept = null;
    }
  }
}

const askedOf = (prompt: WritingPrompt, { name, maxNewTokens }: Writer) => ({ prompt, by: name, maxNewTokens });
