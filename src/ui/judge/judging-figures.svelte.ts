import type { Comparison } from '../../domain/statistics/types';
import type { WorkbenchPart } from '../../engine/workbench';
import type { JudgingBoard } from './judging-board';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';

/** How long the hand must rest before intervals are computed, in milliseconds. */
const REST = 300;

/** Intervals of what is judged so far, computed in a worker when the hand rests. */
export class JudgingFigures {
  /** Of the judgments before the last ones, until those of now are there. */
  comparison = $state.raw<Comparison | null>(null);
  readonly #computing: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{ inspect: 'compare' }>,
    signal: AbortSignal,
  ) {
    this.#computing = new Task(signal);
  }

  get failure(): Failure | null {
    return this.#computing.failure;
  }

  refresh(board: JudgingBoard): void {
    void this.#computing.run(
      async ({ signal }) => {
        await new Promise((resolve) => setTimeout(resolve, REST));
        signal.throwIfAborted();
        const { measure } = board.live;
        const rows = board.live.rows();
        if (rows.every((row) => row.every(Number.isNaN))) return null;
        const systems = board.source.input.systems.map(({ id }, i) => ({
          id,
          perQuery: { [measure.text]: rows[i]!.slice() },
        }));
        // Another comparison that was given up ends the worker for this one too: the next judgment asks again.
        return this.workbench.inspect.compare({ systems }, measure.text);
      },
      (comparison) => (this.comparison = comparison),
    );
  }
}
