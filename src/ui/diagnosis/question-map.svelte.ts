import type { ResultRecord } from '../../contract/result';
import type { LayoutStep } from '../../domain/question-map/umap-layout';
import type { FoundMap } from '../../workbench/inspect/question-map';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

/** The map of the questions of the result that is shown, made when it is asked for. */
export class QuestionMapState {
  #found = $state.raw<{ readonly key: string; readonly of: FoundMap } | null>(null);
  readonly making: Task<LayoutStep>;

  constructor(
    private readonly workbench: WorkbenchPart<{ inspect: 'map' }>,
    signal: AbortSignal,
  ) {
    this.making = new Task(signal);
  }

  /** Null before it is there. @param questions by which it is made: other texts and judgments ask again */
  of(result: ResultRecord, questions: string): FoundMap | null {
    return this.#found?.key === keyOf(result, questions) ? this.#found.of : null;
  }

  async make(result: ResultRecord, questions: string): Promise<void> {
    if (this.of(result, questions)) return;
    await this.making.run(
      (context) => this.workbench.inspect.map(result, context),
      (of) => (this.#found = { key: keyOf(result, questions), of }),
    );
  }
}

const keyOf = ({ key }: ResultRecord, questions: string): string => `${key} ${questions}`;
