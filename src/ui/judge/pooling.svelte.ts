import type { PoolRun } from '../../contract/result';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { RunProgress } from '../../engine/kernel/run-types';
import type { WorkbenchPart } from '../../engine/workbench';
import { Task } from '../shared/task.svelte';

/** Passages that are kept of each list: as deep as a pool can be. */
export const POOL_DEPTH = 20;

/** A run of the systems for all questions, judged or not, for the pools that are judged. It is kept while the collection is open. */
export class PoolingState {
  run = $state.raw<PoolRun | null>(null);
  readonly task: Task<RunProgress>;

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'pool' }>,
    private readonly collection: string,
    signal: AbortSignal,
  ) {
    this.task = new Task(signal);
  }

  async start(spec: ExperimentSpec): Promise<void> {
    if (this.task.busy) return;
    await this.task.run(
      (context) => this.workbench.runs.pool(this.collection, spec, POOL_DEPTH, context),
      (run) => (this.run = run),
    );
  }
}
