import type { Note } from '../../contract/errors';
import { createContext } from 'svelte';
import type { ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { RunProgress } from '../../engine/kernel/run-types';
import type { WorkbenchPart } from '../../engine/workbench';
import { Task } from '../shared/task.svelte';

/** What is done before a run, as measuring devices; shown in a line. */
type Prepare = (context: {
  readonly signal: AbortSignal;
  readonly progress: (note: Note) => void;
}) => Promise<ExperimentSpec>;

/** The evaluation that is under way: one at a time, of one collection. It continues when another is opened. */
export class RunningState {
  readonly task = new Task<RunProgress>();
  collection = $state.raw<CollectionRecord | null>(null);
  #preview = $state.raw<ResultRecord | null>(null);

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'run' }>,
    private readonly onDone: (collection: CollectionRecord, result: ResultRecord | null) => void,
  ) {}

  get busy(): boolean {
    return this.task.busy;
  }

  /** The systems of a collection that are ready while others are still reranked. */
  preview(collection: string): ResultRecord | null {
    return this.#preview?.collection === collection ? this.#preview : null;
  }

  /** @param prepare gives what is run, once all is known that it depends on */
  async start(collection: CollectionRecord, prepare: Prepare): Promise<void> {
    if (this.busy) return this.task.idle();
    this.collection = collection;
    let result = null as ResultRecord | null;
    await this.task.run(async ({ signal, progress }) => {
      const spec = await prepare({ signal, progress: (note) => progress({ stages: [], note }) });
      signal.throwIfAborted();
      const preview = (ready: ResultRecord): void => void (this.#preview = ready);
      result = await this.workbench.runs.run(collection.id, spec, { signal, progress, preview });
    });
    this.#preview = null;
    // What was kept before it could be cancelled is a result.
    if (result) this.task.forget();
    this.onDone(collection, result);
  }

  /** Cancels the evaluation of a collection, and waits until nothing writes to it any more. */
  async stop(collection: string): Promise<void> {
    if (!this.busy || this.collection?.id !== collection) return;
    this.task.cancel();
    await this.task.idle();
  }
}

export const [getRunning, setRunning] = createContext<RunningState>();
