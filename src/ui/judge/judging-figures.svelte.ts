import type { Comparison } from '../../domain/statistics/types';
import type { WorkbenchPart } from '../../engine/workbench';
import { isAbort } from '../../contract/errors';
import type { JudgingBoard } from './judging-board';
import { failureOf, type Failure } from '../shared/failure';

/** How long the hand must rest before intervals are computed, in milliseconds. */
const REST = 300;

/** Intervals of what is judged so far, computed in a worker when the hand rests. */
export class JudgingFigures {
  #comparison = $state.raw<Comparison | null>(null);
  #failure = $state.raw<Failure | null>(null);
  #rest: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(private readonly workbench: WorkbenchPart<{ inspect: 'compare' }>) {}

  /** Of the judgments before the last ones, until those of now are there. */
  get comparison(): Comparison | null {
    return this.#comparison;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  forget(): void {
    this.#turn++;
    clearTimeout(this.#rest);
    this.#comparison = null;
    this.#failure = null;
  }

  refresh(board: JudgingBoard): void {
    const turn = ++this.#turn;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.#compute(board, turn), REST);
  }

  async #compute(board: JudgingBoard, turn: number): Promise<void> {
    const { measure } = board.live;
    const rows = board.live.rows();
    if (rows.every((row) => row.every(Number.isNaN))) {
      this.#comparison = null;
      return;
    }
    const systems = board.source.input.systems.map(({ id }, i) => ({
      id,
      perQuery: { [measure.text]: rows[i]!.slice() },
    }));
    try {
      const comparison = await this.workbench.inspect.compare({ systems }, measure.text);
      if (turn === this.#turn) this.#comparison = comparison;
    } catch (error) {
      // Another comparison that was given up ends the worker for this one too: the next judgment asks again.
      if (turn === this.#turn && !isAbort(error)) this.#failure = failureOf(error);
    }
  }
}
