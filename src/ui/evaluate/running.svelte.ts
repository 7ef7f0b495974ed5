import type { Estimate, RunProgress } from '../../workbench/kernel/run-types';
import type { Note } from '../../contract/errors';
import { provided } from '../shared/context';
import { remaining, shareDone } from './remaining';
import type { ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { Preferences } from '../shared/preferences';
import { Task } from '../shared/task.svelte';

type Prepare = (context: {
  readonly signal: AbortSignal;
  readonly progress: (note: Note) => void;
}) => Promise<ExperimentSpec>;

/** A run that a reload, a crash or a cancel ended. What it computed is kept, so that it continues from there. */
interface Interrupted {
  readonly collection: string;
  readonly spec: ExperimentSpec;
  readonly share: number;
}

const SETTING = 'interrupted-run';

export class RunningState {
  readonly task = new Task<RunProgress>();
  collection = $state.raw<CollectionRecord | null>(null);
  interrupted = $state.raw<Interrupted | null>(null);
  #expected: Estimate | null = null;
  #preview = $state.raw<ResultRecord | null>(null);

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'run' | 'underWay' }>,
    private readonly preferences: Preferences,
    private readonly onDone: (collection: CollectionRecord, result: ResultRecord | null) => void,
  ) {}

  get busy(): boolean {
    return this.task.busy;
  }

  get remaining(): readonly [number, number] | null {
    return this.task.progress && remaining(this.task.progress, this.#expected);
  }

  preview(collection: string): ResultRecord | null {
    return this.#preview?.collection === collection ? this.#preview : null;
  }

  /** Finds a run that was interrupted before the page was opened, unless another tab is still at it. */
  async findInterrupted(): Promise<void> {
    const known = this.preferences.read(SETTING) as Interrupted | null;
    if (known && !this.busy && !(await this.workbench.runs.underWay()) && !this.busy) this.interrupted = known;
  }

  forgetInterrupted(): void {
    this.interrupted = null;
    this.preferences.write(SETTING, null);
  }

  /** @param prepare gives what is run @param expected its estimate; null if there was none */
  async start(collection: CollectionRecord, prepare: Prepare, expected: Estimate | null = null): Promise<void> {
    if (this.busy) return this.task.idle();
    this.#expected = expected;
    this.collection = collection;
    this.interrupted = null;
    let begun = null as Interrupted | null;
    let result = null as ResultRecord | null;
    await this.task.run(async ({ signal, progress }) => {
      const spec = await prepare({ signal, progress: (note) => progress({ stages: [], note }) });
      signal.throwIfAborted();
      this.#remember((begun = { collection: collection.id, spec, share: 0 }));
      const follow = (step: RunProgress): void => {
        progress(step);
        const share = Math.floor(shareDone(step) * 100) / 100;
        // A hundred times at most.
        if (begun && share > begun.share && !signal.aborted) this.#remember((begun = { ...begun, share }));
      };
      const preview = (ready: ResultRecord): void => void (this.#preview = ready);
      result = await this.workbench.runs.run(collection.id, spec, { signal, progress: follow, preview, timed: true });
    });
    this.#preview = null;
    // What was kept before it could be cancelled is a result.
    if (result) this.task.forget();
    if (this.task.cancelled) this.interrupted = begun;
    else this.forgetInterrupted();
    this.onDone(collection, result);
  }

  async stop(collection: string): Promise<void> {
    if (this.interrupted?.collection === collection) this.forgetInterrupted();
    if (!this.busy || this.collection?.id !== collection) return;
    this.task.cancel();
    await this.task.idle();
    this.forgetInterrupted();
  }

  #remember(begun: Interrupted): void {
    this.preferences.write(SETTING, begun);
  }
}

export const getRunning = provided(RunningState);
