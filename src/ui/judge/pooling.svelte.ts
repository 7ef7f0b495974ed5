import { isAbort } from '../../contract/errors';
import type { PoolRun } from '../../contract/result';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { RunProgress } from '../../engine/kernel/run-types';
import type { WorkbenchPart } from '../../engine/workbench';
import { failureOf, type Failure } from '../shared/failure';

/** Passages that are kept of each list: as deep as a pool can be. */
export const POOL_DEPTH = 20;

/** A run of the systems for all questions, judged or not, for the pools that are judged. It is kept while the page is open. */
export class PoolingState {
  #collection: string | null = null;
  #run = $state.raw<PoolRun | null>(null);
  #progress = $state.raw<RunProgress | null>(null);
  #abort = $state.raw<AbortController | null>(null);
  #failure = $state.raw<Failure | null>(null);

  constructor(private readonly workbench: WorkbenchPart<{ runs: 'pool' }>) {}

  get run(): PoolRun | null {
    return this.#run;
  }
  get active(): boolean {
    return this.#abort !== null;
  }
  get progress(): RunProgress | null {
    return this.#progress;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  open(collection: string | null): void {
    this.cancel();
    this.#collection = collection;
    this.#run = null;
    this.#failure = null;
  }

  async start(spec: ExperimentSpec): Promise<void> {
    const collection = this.#collection;
    if (collection === null || this.#abort) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#failure = null;
    this.#progress = null;
    try {
      const run = await this.workbench.runs.pool(collection, spec, POOL_DEPTH, {
        signal: abort.signal,
        progress: (progress) => (this.#progress = progress),
      });
      if (this.#collection === collection) this.#run = run;
    } catch (error) {
      if (this.#collection === collection && !isAbort(error)) this.#failure = failureOf(error);
    } finally {
      if (this.#abort === abort) this.#abort = null;
    }
  }

  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
  }
}
