import type { CommandStep } from '../ui/command-line/command-progress';
import { clip, roughRange } from '../ui/shared/format';

export interface LineTarget {
  write(text: string): void;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Between two lines of a log: of the same stage, and of different ones, of which short ones have no line. */
const LOG_EVERY_MS = { same: 15_000, other: 500 };

const CLEAR = '\r\u001b[2K';

/** Progress as one line that is written anew on a terminal; elsewhere, as in a log, a line a stage and then one now and then. */
export class ProgressLine {
  #stage = '';
  #at = -Infinity;

  constructor(
    private readonly target: LineTarget,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  show(step: CommandStep): void {
    if (step.text === '') return;
    const { secondsLeft } = step;
    const left = secondsLeft === null || secondsLeft[1] < 1 ? '' : ` · ${roughRange(secondsLeft)} left`;
    const line = `${step.text}${left}`;
    if (this.target.isTTY) {
      this.target.write(CLEAR + clip(line, (this.target.columns ?? 80) - 2));
      return;
    }
    const now = this.clock();
    const every = step.stage === this.#stage ? LOG_EVERY_MS.same : LOG_EVERY_MS.other;
    if (now - this.#at < every) return;
    this.#stage = step.stage;
    this.#at = now;
    this.target.write(`${line}\n`);
  }

  clear(): void {
    if (this.target.isTTY) this.target.write(CLEAR);
  }
}
