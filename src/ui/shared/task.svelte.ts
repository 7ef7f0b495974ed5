import { failureOf, type Failure } from './failure';

export interface TaskContext<Step> {
  readonly signal: AbortSignal;
  /** Aborted where the work shall end with a partial result. */
  readonly stop: AbortSignal;
  readonly progress: (step: Step) => void;
}

/** Asynchronous work with progress, failure and cancellation. One at a time; the latest counts. */
export class Task<Step = never> {
  /** No state: an effect that starts work must not depend on it. */
  #current: { readonly abort: AbortController; readonly stop: AbortController } | null = null;
  busy = $state(false);
  progress = $state.raw<Step | null>(null);
  failure = $state.raw<Failure | null>(null);
  ending = $state<'cancel' | 'finish' | null>(null);
  cancelled = $state(false);
  /** The failure that is being put into words; null where none is, or it is no longer wanted. */
  #failing: object | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** @param owner cancels the work when it is aborted */
  constructor(private readonly owner?: AbortSignal) {}

  /** Replaces the current work. @param take gets a wanted result @returns undefined if failed, cancelled or replaced */
  run<Made>(
    work: (context: TaskContext<Step>) => Promise<Made>,
    take?: (made: Made) => unknown,
  ): Promise<Made | undefined> {
    this.drop();
    const running = this.#run(work, take);
    this.#last = Promise.all([this.#last, running]);
    return running;
  }

  cancel(): void {
    if (!this.#current) return;
    this.ending = 'cancel';
    this.#current.abort.abort();
  }

  finish(): void {
    if (!this.#current) return;
    this.ending = 'finish';
    this.#current.stop.abort();
  }

  /** Cancels the current work without waiting for it, and clears its failure. */
  drop(): void {
    this.#current?.abort.abort();
    this.#settle();
    this.forget();
  }

  forget(): void {
    this.#failing = null;
    this.failure = null;
    this.cancelled = false;
  }

  async fail(error: unknown): Promise<void> {
    const failing = (this.#failing = {});
    const failure = await failureOf(error);
    if (this.#failing === failing) this.failure = failure;
  }

  /** Resolves when nothing is under way, not even dropped work. */
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
    this.busy = true;
    const progress = (step: Step): void => {
      if (this.#current === current) this.progress = step;
    };
    try {
      const made = await work({ signal, stop: current.stop.signal, progress });
      if (!isWanted()) return undefined;
      await take?.(made);
      return made;
    } catch (error) {
      if (isWanted()) await this.fail(error);
      return undefined;
    } finally {
      if (this.#current === current) {
        this.#settle();
        this.cancelled = signal.aborted;
      }
    }
  }

  #settle(): void {
    this.#current = null;
    this.busy = false;
    this.progress = null;
    this.ending = null;
  }
}
