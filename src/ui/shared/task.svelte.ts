import { failureOf, type Failure } from './failure';

/** What work is given, to say how far it is and to learn that it is no longer wanted. */
export interface TaskContext<Step> {
  /** Aborted where nothing of the work is wanted any more. */
  readonly signal: AbortSignal;
  /** Aborted where the work shall end with what it has so far. */
  readonly stop: AbortSignal;
  readonly progress: (step: Step) => void;
}

/** Something that takes time: how far it is, what went wrong, and how it is ended. One at a time; the latest counts. */
export class Task<Step = never> {
  /** No state itself: whoever starts work in an effect must not depend on it. */
  #current: { readonly abort: AbortController; readonly stop: AbortController } | null = null;
  #busy = $state(false);
  #progress = $state.raw<Step | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #ending = $state<'cancel' | 'finish' | null>(null);
  #cancelled = $state(false);
  #last: Promise<unknown> = Promise.resolve();

  /** @param owner ends whatever is under way when it is aborted */
  constructor(private readonly owner?: AbortSignal) {}

  get busy(): boolean {
    return this.#busy;
  }
  /** The last step that was reported; null before the first and when nothing is under way. */
  get progress(): Step | null {
    return this.#progress;
  }
  /** Why the last work failed. */
  get failure(): Failure | null {
    return this.#failure;
  }
  /** Whether work that is under way was cancelled or asked to finish. */
  get ending(): 'cancel' | 'finish' | null {
    return this.#ending;
  }
  /** Whether the last work was cancelled. */
  get cancelled(): boolean {
    return this.#cancelled;
  }

  /**
   * Does some work in the place of what is under way.
   *
   * @param take given what the work made, unless it is no longer wanted
   * @returns what it made; undefined where it failed, was cancelled or replaced
   */
  run<Made>(
    work: (context: TaskContext<Step>) => Promise<Made>,
    take?: (made: Made) => unknown,
  ): Promise<Made | undefined> {
    this.drop();
    const running = this.#run(work, take);
    this.#last = Promise.all([this.#last, running]);
    return running;
  }

  /** Ends what is under way, which stays busy until it has ended. */
  cancel(): void {
    if (!this.#current) return;
    this.#ending = 'cancel';
    this.#current.abort.abort();
  }

  /** Has what is under way end with what it has so far. */
  finish(): void {
    if (!this.#current) return;
    this.#ending = 'finish';
    this.#current.stop.abort();
  }

  /** Ends what is under way without waiting for it, and forgets its failure. */
  drop(): void {
    this.#current?.abort.abort();
    this.#settle();
    this.forget();
  }

  /** Forgets how the last work ended. */
  forget(): void {
    this.#failure = null;
    this.#cancelled = false;
  }

  /** Shows that something failed. */
  fail(error: unknown): void {
    this.#failure = failureOf(error);
  }

  /** Done when nothing of it is under way, not even what was dropped. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #run<Made>(
    work: (context: TaskContext<Step>) => Promise<Made>,
    take: ((made: Made) => unknown) | undefined,
  ): Promise<Made | undefined> {
    if (this.owner?.aborted) return undefined;
    const current = { abort: new AbortController(), stop: new AbortController() };
    const { signal: own } = current.abort;
    const signal = this.owner ? AbortSignal.any([this.owner, own]) : own;
    const isWanted = (): boolean => this.#current === current && !signal.aborted;
    this.#current = current;
    this.#busy = true;
    const progress = (step: Step): void => {
      if (this.#current === current) this.#progress = step;
    };
    try {
      const made = await work({ signal, stop: current.stop.signal, progress });
      if (!isWanted()) return undefined;
      await take?.(made);
      return made;
    } catch (error) {
      if (isWanted()) this.fail(error);
      return undefined;
    } finally {
      if (this.#current === current) {
        this.#settle();
        this.#cancelled = signal.aborted;
      }
    }
  }

  #settle(): void {
    this.#current = null;
    this.#busy = false;
    this.#progress = null;
    this.#ending = null;
  }
}
