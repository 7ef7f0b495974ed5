import { wrap } from 'comlink';
import { HitrateError } from '../../contract/errors';
import { onDeath } from './life';
import { READY } from './serve';

export interface Remote {
  [method: string]: (...args: unknown[]) => Promise<unknown>;
}

/** How long a worker may take to load its scripts: far more than a slow line needs. */
const START_LIMIT_MS = 60_000;

/** One life of a worker: until it is ended, fails, is gone, or has not started in time. */
export class WorkerSession {
  /** The worker's methods, once it can be called. */
  readonly ready: Promise<Remote>;
  /** Rejects when the worker's life is over. */
  readonly over: Promise<never>;
  /** Calls that have not come back. */
  calls = 0;
  /** Whether it is to be ended when they have. */
  leaving = false;
  #ended = false;
  #reject!: (reason: HitrateError) => void;
  readonly #deadline: ReturnType<typeof setTimeout>;

  /** @param name as `embedding` */
  constructor(
    readonly name: string,
    private readonly worker: Worker,
  ) {
    this.over = new Promise((_, reject) => (this.#reject = reject));
    this.over.catch(() => undefined);
    this.#deadline = setTimeout(() => this.#fail('late'), START_LIMIT_MS);
    this.ready = this.#whenReady();
    worker.addEventListener('error', ({ message }) => this.#fail('failed', message));
    worker.addEventListener('messageerror', () => this.#fail('unreadable'));
    onDeath(worker, () => this.#fail('gone'));
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Ends the worker, where it has not ended yet. */
  end(reason: HitrateError): void {
    this.#ended = true;
    clearTimeout(this.#deadline);
    this.#reject(reason);
    this.worker.terminate();
  }

  #fail(why: 'late' | 'failed' | 'unreadable' | 'gone', reason = ''): void {
    this.end(new HitrateError('worker-failed', { worker: this.name, why, ...(reason !== '' && { reason }) }));
  }

  #whenReady(): Promise<Remote> {
    return new Promise((resolve) => {
      this.worker.addEventListener('message', ({ data }) => {
        if (data !== READY) return;
        clearTimeout(this.#deadline);
        resolve(wrap(this.worker) as unknown as Remote);
      });
    });
  }
}
