import { type JudgingAct, undoing } from '../../domain/judging/acts';
import { failureOf, type Failure } from '../shared/failure';
import type { Annotation, JudgingBoard } from './judging-board';

interface Position {
  readonly index: number;
  readonly cursor: number;
}

interface Done extends Position {
  readonly acts: readonly JudgingAct[];
  readonly before: readonly Annotation[];
}

/** Keys wait for each other: each act is on disk before the next one is made. */
export class ActLog {
  version = $state(0);
  failure = $state.raw<Failure | null>(null);
  #done = $state.raw<readonly Done[]>([]);
  #queue: Promise<void> = Promise.resolve();

  constructor(
    readonly board: JudgingBoard,
    private readonly keep: (acts: readonly JudgingAct[]) => Promise<void>,
    private readonly taken: () => Promise<void>,
  ) {}

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  idle(): Promise<void> {
    return this.#queue;
  }

  /** One after the other. After a failure nothing is judged until the person has seen it. */
  protected inTurn(task: () => void | Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.failure) return;
      try {
        await task();
      } catch (error) {
        this.failure = await failureOf(error);
      }
    });
  }

  protected async add(acts: readonly JudgingAct[], position: Position): Promise<void> {
    const before = acts.map((act) => this.board.annotation(position.index, act, act.round));
    await this.#write(acts);
    this.#done = [...this.#done, { acts, before, ...position }];
  }

  protected async revert(): Promise<Position | undefined> {
    const done = this.#done.at(-1);
    if (!done) return undefined;
    await this.#write(undoing(done.acts, (act) => done.before[done.acts.indexOf(act)]!, Date.now()));
    this.#done = this.#done.slice(0, -1);
    return done;
  }

  async #write(acts: readonly JudgingAct[]): Promise<void> {
    await this.keep(acts);
    this.board.take(acts);
    this.version++;
    await this.taken();
  }
}
