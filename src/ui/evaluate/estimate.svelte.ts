import { createContext } from 'svelte';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Estimate } from '../../engine/kernel/run-types';
import type { WorkbenchPart } from '../../engine/workbench';
import { Task } from '../shared/task.svelte';

/** What an evaluation of the open collection would take. */
export class EstimateState {
  /** Null while it is being made or where there is nothing to estimate. */
  value = $state.raw<Estimate | null>(null);
  readonly making: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'estimate' }>,
    private readonly collection: string,
    signal: AbortSignal,
  ) {
    this.making = new Task(signal);
  }

  /** Only the answer to the latest question counts. */
  refresh(spec: ExperimentSpec | null): void {
    this.making.drop();
    if (!spec) this.value = null;
    else
      void this.making.run(
        () => this.workbench.runs.estimate(this.collection, spec),
        (made) => (this.value = made),
      );
  }
}

export const [getEstimate, setEstimate] = createContext<EstimateState>();
