import { createContext } from 'svelte';
import type { ResultRecord } from '../../contract/result';
import type { Robustness, RobustnessProgress } from '../../workbench/run/robustness';
import type { WorkbenchPart } from '../../workbench/workbench';
import { DEFAULT_SEED } from '../../domain/statistics/defaults';
import { Task } from '../shared/task.svelte';

/** What the systems of a result lose where the questions are asked in other forms. */
export class RobustnessState {
  #found = $state.raw<{ readonly of: string; readonly by: Robustness } | null>(null);
  readonly measuring: Task<RobustnessProgress>;

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'robustness' }>,
    private readonly collection: string,
    signal: AbortSignal,
  ) {
    this.measuring = new Task(signal);
  }

  /** Null where nothing was measured of a result by a measure. */
  found({ key }: Pick<ResultRecord, 'key'>, measure: string): Robustness | null {
    return this.#found?.of === key && this.#found.by.measure === measure ? this.#found.by : null;
  }

  async measure({ key, spec }: Pick<ResultRecord, 'key' | 'spec'>, measure: string): Promise<void> {
    if (this.measuring.busy) return;
    await this.measuring.run(
      (context) => this.workbench.runs.robustness(this.collection, { spec, measure, seed: DEFAULT_SEED }, context),
      (by) => (this.#found = { of: key, by }),
    );
  }
}

export const [getRobustness, setRobustness] = createContext<RobustnessState>();
