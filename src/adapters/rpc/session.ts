import { wrap } from 'comlink';
import { HitrateError } from '../../contract/errors';
import { onDeath } from './life';
import { READY } from './serve';

/** A worker's methods, across the boundary. */
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

  /** @param name for messages, as `embedding` */
  constructor(
    private readonly name: string,
    private readonly worker: Worker,
  ) {
    this.over = new Promise((_, reject) => (this.#reject = reject));
    this.over.catch(() => undefined);
    this.#deadline = setTimeout(() => {
      this.#fail(`did not start within ${START_LIMIT_MS / 1000} seconds. Reload the page and try again.`);
    }, START_LIMIT_MS);
    this.ready = this.#whenReady();
    worker.addEventListener('error', ({ message }) => {
      this.#fail(`failed: ${message || 'its script could not be loaded'}. Reload the page and try again.`);
    });
    worker.addEventListener('messageerror', () => this.#fail('sent an answer that could not be read. Try again.'));
    onDeath(worker, () => {
      this.#fail('ended unexpectedly. Try again; where memory is short, close other tabs first.');
    });
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

  #fail(what: string): void {
    this.end(new HitrateError('worker-failed', `The ${this.name} worker ${what}`));
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
